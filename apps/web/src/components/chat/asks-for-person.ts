/** May stand between the word for a person and "support"; customers and figures that somebody asks about may not. */
const BETWEEN =
  "(?: (?:to|with|from|the|your|our|a|an|some|someone|somebody|live|human|customer|technical|product|chat))*";
const ASKS_FOR_PERSON = new RegExp(
  String.raw`\b(?:contact|live|human)\b${BETWEEN} support\b|\bsupport (?:person|team|agent)\b|\b(?:talk|speak|chat) (?:to|with) (?:a |an )?(?:human|person|agent|somebody|someone)\b|\b(?:live|human) (?:agent|chat|help)\b`,
  "i",
);

/** Whether a message asks for a person of support. */
export const asksForPerson = (text: string): boolean => ASKS_FOR_PERSON.test(text);
