const ASKS_FOR_PERSON =
  /\b(?:contact|live|human)\b(?: \w+){0,2} support\b|\bsupport (?:person|team|agent)\b|\b(?:talk|speak|chat) (?:to|with) (?:a |an )?(?:human|person|agent|somebody|someone)\b|\b(?:live|human) (?:agent|chat|help)\b/i;

/** Whether a message asks for a person of support. */
export const asksForPerson = (text: string): boolean => ASKS_FOR_PERSON.test(text);
