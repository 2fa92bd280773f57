import type { SourceRecord } from "../../connector.ts";
import { saidBy, type MapLine } from "../../mapping/mapped-fields.ts";
import { valueIn } from "./fields.ts";
import type { Row } from "./row.ts";

const LONGEST_EMAIL = 320;

/** A contact is a customer: who may become one is a lead in Salesforce, and leads are not read. */
export function mapContact(contact: Row, lines: readonly MapLine[]): SourceRecord {
  const { Id: id } = contact;
  const { fullName, email, values, own } = saidBy(lines, valueIn(contact));
  const record = {
    object: "contacts",
    sourceId: id,
    label: fullName ?? email ?? `Contact ${id}`,
    detail: email ?? `Contact ${id}`,
    ofCustomers: [],
  };
  if (email !== null && !(email.length <= LONGEST_EMAIL && /^[^\s@]+@[^\s@]+$/.test(email)))
    return { ...record, problem: `'${email.slice(0, 100)}' is no e-mail address. Correct it in Salesforce.` };
  if (fullName === null && email === null)
    return { ...record, problem: "It has neither a name nor an e-mail address. Give it one in Salesforce." };
  return {
    ...record,
    customer: { sourceId: id, email, fullName, ...values },
    traits: [{ sourceId: id, values: own }],
    ...(contact["HasOptedOutOfEmail"] === true &&
      email !== null && {
        withdrawn: {
          email,
          reason: "unsubscribed" as const,
          at: new Date(String(contact["SystemModstamp"])),
        },
      }),
  };
}
