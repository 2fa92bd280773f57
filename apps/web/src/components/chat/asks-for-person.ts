/** May stand between the word for a person and "support"; customers and figures that somebody asks about may not. */
const BETWEEN =
  "(?: (?:to|with|from|the|your|our|a|an|some|someone|somebody|live|human|customer|technical|product|chat))*";
const ASKS_FOR_PERSON = new RegExp(
  String.raw`\b(?:contact|live|human)\b${BETWEEN} support\b|\bsupport (?:person|team|agent)\b|\b(?:talk|speak|chat) (?:to|with) (?:a |an )?(?:human|person|agent|somebody|someone)\b|\b(?:live|human) (?:agent|chat|help)\b`,
  "i",
);
/** Whom a question may be about instead of the one who asks. */
const OTHERS = /\b(?:customers|accounts|clients|subscribers|companies|users|people)\b/i;
/** "Did Acme contact support?", "Who contacts ...": somebody else does it. */
const OF_SOMEBODY_ELSE =
  /^(?:did|do|does|has|have|had|is|are|was|were|who|which)\b(?! (?:i|we|you|there)\b)/i;
/** Somebody asks for it for themselves, whatever else is said. */
const FOR_ONESELF =
  /\bi (?:want|need|would like|have)\b|\b(?:can|could|may|how do|how can) i (?:please )?(?:talk|speak|chat|contact|get|reach)\b|\bi['’]d like\b/i;

/** Whether a message asks for a person of support, and does not ask about customers that do. */
export function asksForPerson(text: string): boolean {
  const found = ASKS_FOR_PERSON.exec(text);
  if (found === null) return false;
  if (FOR_ONESELF.test(text)) return true;
  const before = text.slice(0, found.index).trim();
  return !OF_SOMEBODY_ELSE.test(before) && !OTHERS.test(before);
}
