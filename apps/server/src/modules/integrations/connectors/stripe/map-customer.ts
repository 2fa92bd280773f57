import type { SourceRecord } from "../../connector.ts";
import { saidBy, type MapLine } from "../../mapping/mapped-fields.ts";
import { valueIn, type SaidOfCustomer } from "./fields.ts";

const LONGEST_EMAIL = 320;

/** A customer of Stripe's. One that was deleted there is told by `problem`; what it bought stays. */
export function mapCustomer(customer: SaidOfCustomer, lines: readonly MapLine[]): SourceRecord {
  const { fullName, email, values, own } = saidBy(lines, valueIn(customer));
  const record = {
    object: "customers",
    sourceId: customer.id,
    label: fullName ?? email ?? customer.id,
    detail: email ?? customer.id,
    ofCustomers: [],
  };
  if (email !== null && !isAddress(email))
    return { ...record, problem: `'${email.slice(0, 100)}' is no e-mail address. Correct it in Stripe.` };
  return {
    ...record,
    customer: { sourceId: customer.id, email, fullName, ...values },
    ...(Object.keys(own).length > 0 && { traits: [{ sourceId: customer.id, values: own }] }),
  };
}

const isAddress = (email: string): boolean =>
  email.length <= LONGEST_EMAIL && /^[^\s@]+@[^\s@]+$/.test(email);
