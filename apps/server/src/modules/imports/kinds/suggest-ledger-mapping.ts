import type { ColumnMapping, ImportTarget, LedgerOptions } from "@forestay/contracts";
import { amountTargets, targetsOfKind } from "@forestay/contracts/wire";
import {
  type ProfiledColumn,
  type Suggestion,
  currencySuffix,
  customerIdValue,
  errorFileColumns,
  mappingOfColumn,
  plainWord,
  rowNumberNames,
  subscriptionStatusOf,
} from "@forestay/import-mapping";
import {
  deedTimes,
  ledgerSynonyms,
  orderDates,
  orderNumbers,
  tablePrefix,
  type LedgerImportKind,
} from "./ledger-synonyms.ts";
import { billStatusOf, intervalOf, paymentResultOf } from "./ledger-words.ts";

interface Candidate {
  column: ProfiledColumn;
  target: ImportTarget;
  /** Smaller is better. */
  rank: number;
}

/** Ranks behind every synonym in its place: without the table's name before the heading, and by the values alone. */
const WITHOUT_PREFIX = 100;
const BY_VALUES = 500;

/**
 * Suggests what each column of a table of this kind becomes, as `suggestMapping` does for customers, and what no column
 * says where the headings do. Columns without a field are left out: a ledger has no attributes.
 */
export function suggestLedgerMapping(kind: LedgerImportKind, columns: readonly ProfiledColumn[]): Suggestion {
  const reasons = new Map<string, string>();
  const chosen = new Map<string, ImportTarget>();
  const taken = new Set<ImportTarget>();
  const candidates = columns.flatMap((column) => candidatesOf(kind, column)).sort((a, b) => a.rank - b.rank);
  for (const { column, target } of candidates) {
    if (chosen.has(column.name) || taken.has(target)) continue;
    chosen.set(column.name, target);
    taken.add(target);
    reasons.set(column.name, `The name and the values look like '${target}'`);
  }
  for (const column of columns) {
    if (chosen.has(column.name)) continue;
    chosen.set(column.name, "skip");
    reasons.set(column.name, reasonToSkip(column) ?? "There is no field for it in such rows");
  }
  const mapped = columns.map((column) => toMapping(column, chosen.get(column.name) ?? "skip"));
  return { mapping: { columns: mapped, options: suggestedOptions(kind, mapped) }, reasons };
}

function candidatesOf(kind: LedgerImportKind, column: ProfiledColumn): Candidate[] {
  if (reasonToSkip(column) !== null) return [];
  const name = plainWord(column.name);
  const found: Candidate[] = [];
  const synonyms = ledgerSynonyms[kind];
  for (const target of targetsOfKind[kind]) {
    const list = synonyms[target] ?? [];
    const full = list.indexOf(plainOf(name, target));
    const short = full === -1 ? list.indexOf(plainOf(name.replace(tablePrefix, ""), target)) : -1;
    const place = full === -1 ? short : full;
    if (place === -1 || !fits(column, target)) continue;
    found.push({ column, target, rank: place + (full === -1 ? WITHOUT_PREFIX : 0) });
  }
  if (column.kind === "email") found.push({ column, target: "email", rank: BY_VALUES });
  const { samples } = column;
  if (samples.length > 0 && samples.every((sample) => customerIdValue.test(sample)))
    found.push({ column, target: "externalId", rank: 0 });
  return found;
}

/** Without what says of an amount in which currency or unit it is, and of a time in which zone. */
function plainOf(name: string, target: ImportTarget): string {
  const bare = amountTargets.includes(target)
    ? name.replace(minorSuffix, "").replace(currencySuffix, "")
    : name;
  return bare.replace(/(?<=.{3})(utc|gmt)$/, "");
}
const minorSuffix = /(?<=.{3})(incents|incent|cents|cent|minor|minorunits)$/;

/** Whether the values can be what the name says. */
function fits(column: ProfiledColumn, target: ImportTarget): boolean {
  switch (target) {
    case "externalId":
      return (
        !isDates(column) && column.kind !== "email" && column.kind !== "boolean" && column.filledShare >= 0.3
      );
    case "email":
      return column.kind === "email" || column.samples.some((sample) => sample.includes("@"));
    case "invoiceId":
      // Some call the number 'Name': '#1001' is one, 'Ada Berg' is none.
      return (
        !isDates(column) &&
        column.kind !== "decimal" &&
        (plainWord(column.name) !== "name" || column.samples.every((sample) => /\d/.test(sample)))
      );
    case "subscriptionId":
    case "paymentId":
    case "eventId":
      return !isDates(column) && column.kind !== "decimal" && column.kind !== "email";
    case "price":
    case "discount":
    case "includedTax":
    case "amount":
    case "paidAmount":
    case "refundedAmount":
    case "eventValue":
      return numericKinds.has(column.kind);
    case "quantity":
    case "billingCount":
      return column.samples.every((sample) => /^\d+$/.test(sample));
    case "billingInterval":
      return shareOf(column.words, (word) => intervalOf(word) !== null) >= 0.5;
    case "subscriptionStatus":
      return (
        column.kind !== "boolean" &&
        shareOf(column.words, (word) => subscriptionStatusOf(word) !== undefined) >= 0.5
      );
    case "invoiceStatus":
      return shareOf(column.words, (word) => billStatusOf(word) !== undefined) >= 0.5;
    case "paymentResult":
      return shareOf(column.words, (word) => paymentResultOf(word) !== undefined) >= 0.5;
    case "currency":
      return column.words.length > 0 && column.words.every((word) => /^[A-Za-z]{3}$/.test(word));
    case "plan":
    case "endReason":
    case "declineCode":
      return !isDates(column) && column.kind !== "money" && column.kind !== "decimal";
    case "eventType":
      return (column.kind === "text" || column.kind === "category") && column.words.length > 0;
    default:
      return isDates(column);
  }
}

const numericKinds = new Set<string>(["integer", "decimal", "money"]);
const isDates = ({ kind }: ProfiledColumn) => kind === "date" || kind === "datetime";

function reasonToSkip(column: ProfiledColumn): string | null {
  if (column.filledShare === 0) return "This column is empty in the rows we looked at";
  if ((errorFileColumns as readonly string[]).includes(column.name)) return "Added by an error file of ours";
  const name = plainWord(column.name);
  return column.isSequence && name !== "id" && (name === "" || rowNumberNames.has(name))
    ? "It only numbers the rows"
    : null;
}

function toMapping(column: ProfiledColumn, target: ImportTarget): ColumnMapping {
  const mapping = mappingOfColumn(column, target);
  if (target === "skip") return mapping;
  if (amountTargets.includes(target) && minorSuffix.test(plainWord(column.name))) mapping.unit = "minor";
  const numberOf = numbersOf[target];
  if (numberOf && column.words.length > 0) {
    mapping.valueMap = Object.fromEntries(
      column.words.flatMap((word) => {
        const number = numberOf(word);
        return number === undefined || number === null || word.length > 200 ? [] : [[word, number] as const];
      }),
    );
  }
  return mapping;
}

const numbersOf: Partial<Record<ImportTarget, (word: string) => number | null | undefined>> = {
  subscriptionStatus: subscriptionStatusOf,
  paymentResult: paymentResultOf,
};

/** What the headings say beside their columns: that a price is by the month, that rows are orders, what every row is. */
function suggestedOptions(kind: LedgerImportKind, columns: readonly ColumnMapping[]): LedgerOptions {
  const nameOf = (target: ImportTarget) =>
    plainWord(columns.find((column) => column.target === target)?.column ?? "");
  const options: LedgerOptions = { unknownCustomers: "park" };
  if (kind === "subscriptions") {
    const price = nameOf("price");
    if (/mrr|monthly|permonth|mensu|mensal|monat/.test(price)) options.priceMeans = "month";
    else if (/unit|perseat|peruser|seatprice|perlicense/.test(price)) options.priceMeans = "seat";
    else if (nameOf("billingInterval") === "" && /^arr$|annual|yearly|peryear|jahr/.test(price))
      options.every = "year";
  }
  if (kind === "invoices") {
    const names = [nameOf("invoiceId"), nameOf("issuedAt")];
    const all = columns.map(({ column }) => plainWord(column));
    options.areOrders =
      names.some((name) => orderNumbers.includes(name) || orderDates.includes(name)) ||
      all.some((name) => name === "financialstatus" || name === "fulfillmentstatus");
  }
  const deed =
    kind === "events" && nameOf("eventType") === "" ? deedTimes.get(nameOf("occurredAt")) : undefined;
  if (deed !== undefined) options.eventType = deed;
  return options;
}

function shareOf(texts: readonly string[], holds: (text: string) => boolean): number {
  return texts.length === 0 ? 0 : texts.filter(holds).length / texts.length;
}
