import type { SourceRecord } from "../../connector.ts";
import { saidBy, type MapLine } from "../../mapping/mapped-fields.ts";
import { valueIn } from "./fields.ts";
import type { CrmRecord } from "./shapes.ts";

const LONGEST_EMAIL = 320;
/** HubSpot's own stages of people who buy. Where a contact has none, the account does not use them. */
const CUSTOMER_STAGES = new Set(["", "customer", "evangelist"]);

/** A contact. One who is not yet a customer by the account's own stages is matched with whom we know, and makes nobody new. */
export function mapContact(contact: CrmRecord, lines: readonly MapLine[]): SourceRecord {
  const { id, properties } = contact;
  const { fullName, email, values, own } = saidBy(lines, valueIn(contact));
  const stage = properties["lifecyclestage"] ?? "";
  const isCustomer = CUSTOMER_STAGES.has(stage);
  const record = {
    object: "contacts",
    sourceId: id,
    label: fullName ?? email ?? `Contact ${id}`,
    detail: isCustomer ? (email ?? `Contact ${id}`) : `not a customer: ${stage}`,
    ofCustomers: [],
  };
  if (email !== null && !(email.length <= LONGEST_EMAIL && /^[^\s@]+@[^\s@]+$/.test(email)))
    return { ...record, problem: `'${email.slice(0, 100)}' is no e-mail address. Correct it in HubSpot.` };
  if (email === null && fullName === null)
    return isCustomer
      ? { ...record, problem: "It has neither a name nor an e-mail address. Give it one in HubSpot." }
      : record;
  return {
    ...record,
    customer: { sourceId: id, email, fullName, isCustomer, ...values },
    traits: [{ sourceId: id, values: own }],
  };
}
