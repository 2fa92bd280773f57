import { labelled } from "../enumeration.ts";

export const InvoiceStatus = { Draft: 0, Open: 1, Paid: 2, Void: 3, Uncollectible: 4 } as const;
export type InvoiceStatusValue = (typeof InvoiceStatus)[keyof typeof InvoiceStatus];

const invoiceStatusLabels: Record<InvoiceStatusValue, string> = {
  0: "Draft",
  1: "Open",
  2: "Paid",
  3: "Void",
  4: "Uncollectible",
};

/** Display names; values outside the list display 'Unknown'. */
export const invoiceStatusLabel = labelled(invoiceStatusLabels);
