/** What an event tells about a customer: it uses the product, asks for help, or neither. */
export type EventRole = "usage" | "support" | "other";

const support =
  /^(ticket|tickets|complaint|complaints|support|help|helpdesk|bug|issue|incident|escalation|refund|chargeback|dispute|csat|case|beschwerde|supportfall)$/;
/** What is done to a customer, or by its bank: no sign that it uses anything. */
const other =
  /^(mail|email|newsletter|campaign|sms|push|invoice|invoiced|payment|paid|charge|charged|billing|renewal|renewed|dunning|delivered|bounced|bounce|sent|unsubscribed|unsubscribe|cancel|cancelled|canceled|cancellation|downgrade|downgraded|churn|churned|rechnung|zahlung|mahnung)$/;

/**
 * The role of a type of event, guessed from the words of its name: "Ticket opened", "support_chat", "emailSent". What no word
 * speaks against is usage, because that is what products record.
 */
export function roleOfEventType(name: string): EventRole {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  if (words.some((word) => support.test(word))) return "support";
  return words.some((word) => other.test(word)) ? "other" : "usage";
}
