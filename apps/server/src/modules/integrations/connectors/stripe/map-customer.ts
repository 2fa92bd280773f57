import type Stripe from "stripe";
import type { SourceRecord } from "../../connector.ts";

const LONGEST_EMAIL = 320;
const LONGEST_NAME = 500;

/** A customer of Stripe's. One that was deleted there is told by `problem`; what it bought stays. */
export function mapCustomer(
  customer: Pick<Stripe.Customer, "id" | "email" | "name" | "description">,
): SourceRecord {
  const email = customer.email?.trim() || null;
  const fullName = (customer.name?.trim() || null)?.slice(0, LONGEST_NAME) ?? null;
  const record = {
    object: "customers",
    sourceId: customer.id,
    label: fullName ?? email ?? customer.id,
    detail: email ?? customer.id,
    ofCustomers: [],
  };
  if (email !== null && !isAddress(email))
    return { ...record, problem: `'${email.slice(0, 100)}' is no e-mail address. Correct it in Stripe.` };
  return { ...record, customer: { sourceId: customer.id, email, fullName } };
}

const isAddress = (email: string): boolean =>
  email.length <= LONGEST_EMAIL && /^[^\s@]+@[^\s@]+$/.test(email);
