import type { ColumnProfile, ImportMapping } from "./schemas.ts";
import { targetsOfKind } from "./vocabulary.ts";
import type { ImportKind, ImportTarget } from "./vocabulary.ts";

/**
 * What is missing of a mapping of subscriptions, invoices, payments or events, in words: by column name, or by '' for the
 * mapping as a whole. Asked in the browser and at the server alike. Empty for customers, who have rules of their own.
 */
export function ledgerMappingProblems(
  kind: ImportKind,
  { columns, options = {} }: ImportMapping,
  profiles: readonly ColumnProfile[],
): Map<string, string> {
  const problems = new Map<string, string>();
  if (kind === "customers") return problems;
  const columnOf = (target: ImportTarget) => columns.find((column) => column.target === target)?.column;
  for (const { column, target } of columns) {
    if (!targetsOfKind[kind].includes(target))
      problems.set(column, "This is no field of such rows: choose another one");
  }
  const needed = neededOf[kind].find(({ oneOf }) => oneOf.every((target) => columnOf(target) === undefined));
  if (needed) problems.set("", needed.ask);
  else if (kind === "events" && columnOf("eventType") === undefined && options.eventType === undefined) {
    problems.set("", "Choose the column that says what happened, or say what every row is, such as “login”.");
  }
  if (kind !== "subscriptions") return problems;
  const price = columnOf("price");
  const isByMonth = options.priceMeans === "month";
  if (columnOf("billingInterval") === undefined && options.every === undefined && !isByMonth)
    problems.set("", problems.get("") ?? "Say how often the price is charged: no column does.");
  const quantity = profiles.find(({ column }) => column === columnOf("quantity"));
  const hasSeveral = quantity?.samples.some((sample) => Number(sample) > 1) ?? false;
  if (price !== undefined && hasSeveral && options.priceMeans === undefined) {
    problems.set(price, `Say whether “${price}” is the price of one seat or of all together`);
  }
  return problems;
}

const key = {
  oneOf: ["externalId", "email"],
  ask: "Choose the column that says whose row it is: the customer's id or e-mail.",
} as const;
const amount = { oneOf: ["amount"], ask: "Choose the column that holds the amount." } as const;

const neededOf: Record<
  Exclude<ImportKind, "customers">,
  readonly { oneOf: readonly ImportTarget[]; ask: string }[]
> = {
  subscriptions: [
    key,
    {
      // Of a row for each term its own beginning: the subscription began with the first of them.
      oneOf: ["subscriptionStart", "priceFrom"],
      ask: "Choose the column that says when a subscription started.",
    },
    { oneOf: ["price"], ask: "Choose the column that holds the price." },
  ],
  invoices: [
    key,
    amount,
    {
      oneOf: ["issuedAt"],
      ask: "Choose the column that says when an invoice was issued, or an order placed.",
    },
  ],
  payments: [
    key,
    amount,
    { oneOf: ["attemptedAt"], ask: "Choose the column that says when a payment was tried." },
    {
      oneOf: ["paymentResult", "declineCode"],
      ask: "Choose the column that says whether a payment succeeded, or why it was declined.",
    },
  ],
  events: [key, { oneOf: ["occurredAt"], ask: "Choose the column that says when it happened." }],
};
