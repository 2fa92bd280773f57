import type { ImportKind, ImportTarget } from "@forestay/contracts";
import {
  type ProfiledColumn,
  type Suggestion,
  ownExport,
  plainWord,
  suggestMapping,
} from "@forestay/import-mapping";
import {
  deedTimes,
  eventTells,
  invoiceTells,
  orderTells,
  paymentTells,
  subscriptionTells,
  tablePrefix,
  weakEventTells,
  type LedgerImportKind,
} from "./ledger-synonyms.ts";
import { suggestLedgerMapping } from "./suggest-ledger-mapping.ts";
import { paymentResultOf } from "./ledger-words.ts";

export interface RecognisedKind {
  kind: ImportKind;
  /** Why, in words. */
  reason: string;
}

/** Ids as billing services make them say what they are of. */
const idPrefixes: readonly [RegExp, LedgerImportKind][] = [
  [/^(ch|py|pi|pay|att|txnpay)_[A-Za-z0-9]{4,}$/, "payments"],
  [/^(in|inv|txn)_[A-Za-z0-9]{4,}$/, "invoices"],
  [/^(sub|subs)_[A-Za-z0-9]{4,}$/, "subscriptions"],
  [/^(evt|event|msg)_[A-Za-z0-9]{4,}$/, "events"],
];

/** What only customers have. Their tables hold plans, prices and dates too. */
const ofCustomers: readonly ImportTarget[] = [
  "churned",
  "lastActivityAt",
  "lastLoginAt",
  "lifetimeValue",
  "firstName",
  "lastName",
  "tenureMonths",
];

/**
 * What a row of the file is, by its headings and values: customers, unless they say otherwise. A kind is taken only where
 * its rows would be whole: whose, when, and how much.
 */
export function recogniseKind(columns: readonly ProfiledColumn[]): RecognisedKind {
  const isFilled = (name: string) => columns.some((column) => column.name === name && column.filledShare > 0);
  const customers = (reason: string): RecognisedKind => ({ kind: "customers", reason });
  if (
    ownExport(
      columns.map(({ name }) => name),
      isFilled,
    )
  )
    return customers("They are our own export's columns");
  const names = new Set(
    columns
      .filter(({ filledShare }) => filledShare > 0)
      .flatMap(({ name }) => [plainWord(name), plainWord(name).replace(tablePrefix, "")]),
  );
  const asCustomers = suggestMapping(columns).mapping.columns;
  // A label is the company's own word that a customer has left; what is cancelled in a ledger has a date.
  const isLabelled = asCustomers.some(
    ({ target, attributeKind }) => target === "churned" && attributeKind !== "date",
  );
  const suggestions = new Map<LedgerImportKind, Suggestion>();
  const fieldsOf = (kind: LedgerImportKind) => {
    const known = suggestions.get(kind) ?? suggestLedgerMapping(kind, columns);
    suggestions.set(kind, known);
    return new Set(known.mapping.columns.map(({ target }) => target));
  };
  const hasAll = (kind: LedgerImportKind, ...targets: ImportTarget[]) => {
    const fields = fieldsOf(kind);
    return (fields.has("externalId") || fields.has("email")) && targets.every((target) => fields.has(target));
  };
  const says = (tells: ReadonlySet<string> | ReadonlyMap<string, string>) =>
    [...names].find((name) => tells.has(name));
  const told = columns.flatMap(({ name, samples }) =>
    ["id", "number", "uuid"].includes(plainWord(name).replace(tablePrefix, "")) && samples.length > 0
      ? idPrefixes
          .filter(([prefix]) => samples.every((sample) => prefix.test(sample)))
          .map(([, kind]) => kind)
      : [],
  )[0];

  if (!isLabelled) {
    if ((told === "payments" || isOfPayments(columns, names)) && hasAll("payments", "amount", "attemptedAt"))
      return { kind: "payments", reason: "Each row has an amount, a time and what came of it" };
    const isBill =
      told === "invoices" ||
      says(invoiceTells) !== undefined ||
      (names.has("number") && names.has("duedate"));
    if (told !== "subscriptions" && isBill && hasAll("invoices", "amount", "issuedAt"))
      return { kind: "invoices", reason: "Each row has an invoice number, an amount and a date" };
    if (
      says(orderTells) !== undefined &&
      told === undefined &&
      hasAll("invoices", "amount", "issuedAt") &&
      !says(subscriptionTells)
    )
      return { kind: "invoices", reason: "Each row is an order with its date and amount" };
    if (isOfSubscriptions())
      return { kind: "subscriptions", reason: "Each row has a subscription with its start and price" };
    if (isOfEvents()) return { kind: "events", reason: "Each row says what a customer did and when" };
  }
  return customers("Each row describes a customer");

  function isOfSubscriptions(): boolean {
    if (!hasAll("subscriptions", "subscriptionStart")) return false;
    const fields = fieldsOf("subscriptions");
    const isNamed =
      told === "subscriptions" || (says(subscriptionTells) !== undefined && fields.has("subscriptionId"));
    if (isNamed) return fields.has("price") || fields.has("billingInterval");
    const hasOwn = asCustomers.some(({ target }) => ofCustomers.includes(target));
    return (
      !hasOwn && ["plan", "price", "billingInterval"].every((target) => fields.has(target as ImportTarget))
    );
  }

  function isOfEvents(): boolean {
    if (!hasAll("events", "occurredAt")) return false;
    const fields = fieldsOf("events");
    if (told === "events" || (fields.has("eventType") && says(eventTells) !== undefined)) return true;
    const hasMoney = columns.some(({ kind }) => kind === "money") || fieldsOf("invoices").has("amount");
    if (hasMoney || !hasSeveralRowsEach(columns)) return false;
    return (fields.has("eventType") && says(weakEventTells) !== undefined) || says(deedTimes) !== undefined;
  }
}

/** Tries to collect money: by what only their tables are called, or by words for both ways they end. */
function isOfPayments(columns: readonly ProfiledColumn[], names: ReadonlySet<string>): boolean {
  if ([...names].some((name) => paymentTells.has(name))) return true;
  const isBill = [...names].some((name) => invoiceTells.has(name) || name === "duedate");
  if (isBill || !["transactionid", "chargeid", "payment", "paymentreference"].some((name) => names.has(name)))
    return false;
  return columns.some(({ words }) => {
    const results = words.map(paymentResultOf);
    return words.length > 1 && results.includes(0) && results.includes(1);
  });
}

/** A customer comes back row after row. */
function hasSeveralRowsEach(columns: readonly ProfiledColumn[]): boolean {
  const { mapping } = suggestLedgerMapping("events", columns);
  const key = mapping.columns.find(({ target }) => target === "externalId" || target === "email");
  const column = columns.find(({ name }) => name === key?.column);
  return column !== undefined && column.uniqueShare <= 0.9;
}
