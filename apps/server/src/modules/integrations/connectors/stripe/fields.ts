import type Stripe from "stripe";
import type { SourceKind } from "@forestay/contracts/vocabulary";
import { valueOfText, type MapLine, type SourceField } from "../../mapping/mapped-fields.ts";
import { sampled, type SampledField } from "../../mapping/samples.ts";

const METADATA = "metadata.";
/** Keys that somebody could choose among; Stripe allows 50 on each customer. */
const MOST_KEYS = 100;

/** What of a customer is read. */
export type SaidOfCustomer = Pick<Stripe.Customer, "id" | "email" | "name" | "description" | "metadata">;

export const customerFields: readonly SourceField[] = [
  { object: "customers", name: "name", label: "Name", kind: "text", standard: "fullName" },
  { object: "customers", name: "email", label: "Email", kind: "text", standard: "email" },
  { object: "customers", name: "description", label: "Description", kind: "text", standard: null },
];

/** All that a company may choose from: what a customer has, and the metadata that these customers have. */
export function stripeFields(customers: readonly SaidOfCustomer[]): SampledField[] {
  const values = new Map<string, string[]>();
  for (const { metadata } of customers)
    for (const [key, value] of Object.entries(metadata))
      if (value.trim() !== "") values.set(key, [...(values.get(key) ?? []), value]);
  const own = [...values].slice(0, MOST_KEYS).map(([key, said]): SourceField => {
    // Metadata are texts: numbers where each of them is one.
    const kind: SourceKind = said.every((value) => Number.isFinite(Number(value))) ? "number" : "text";
    return { object: "customers", name: METADATA + key, label: `Metadata: ${key}`, kind, standard: null };
  });
  return sampled([...customerFields, ...own], customers, (customer, { object, name: field, kind }) =>
    valueIn(customer)({ object, field, kind, target: "" }),
  );
}

/** What a customer says in a field; null: nothing. */
export const valueIn =
  (customer: SaidOfCustomer) =>
  ({ field, kind }: MapLine): string | number | null => {
    if (field === "name") return valueOfText(customer.name, kind);
    if (field === "email") return valueOfText(customer.email, kind);
    if (field === "description") return valueOfText(customer.description, kind);
    return field.startsWith(METADATA)
      ? valueOfText(customer.metadata[field.slice(METADATA.length)], kind)
      : null;
  };
