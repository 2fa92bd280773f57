import type { ColumnMapping, ImportMapping } from "@forestay/contracts";
import { DAY_MS, latestYearOf, SubscriptionStatus } from "@forestay/contracts/wire";
import { columnSynonyms, plainWord } from "@forestay/import-mapping";
import { cellText, type CellValue } from "@forestay/tabular";
import {
  toMajorUnits,
  type AttributeValue,
  type CustomerInput,
  type DatedRow,
} from "#modules/customers/encoding/index.ts";
import {
  readBoolean,
  readCents,
  readCurrency,
  readDate,
  readEmail,
  readLabel,
  readMoney,
  readNumber,
  readStatus,
  readText,
  type CellResult,
} from "./cell-reader.ts";
import { attributeKeyOf } from "./attribute-key.ts";
import { fileTimes, type FileTimes } from "./file-times.ts";
import { readSnapshotDate } from "./snapshot-date.ts";
import type { RowProblem } from "./row-problem.ts";

export interface ConversionOptions {
  mapping: ImportMapping;
  /** The company's currency, for amounts that name none. */
  currency: string;
  /** The company's, by whose clocks dates are. */
  timeZone: string;
  /** What 'tenure in months' counts back from, and 'left on' is held against: when the file was uploaded. ISO 8601. */
  referenceTime: string;
}

export type ConvertedRow =
  /** `lost`: values of extra attributes that could not be read, and that the row goes without. */
  | { ok: true; customer: CustomerInput; snapshot: DatedRow | null; lost: RowProblem[] }
  | { ok: false; problems: RowProblem[] };
export type RowConverter = (values: readonly CellValue[]) => ConvertedRow;

/** Everything one row becomes, before it is a customer. */
interface Draft extends CustomerInput {
  firstName?: string | null;
  lastName?: string | null;
  /** The day the row stands for. */
  snapshotOn?: string;
  /** What the row's amounts are in, where it says so: its currency column, else the mark of its first marked amount. */
  amountsIn?: string;
  attributes: Record<string, AttributeValue>;
}

/** Reads a cell into the draft; returns what is wrong, if anything. */
type CellStep = (cell: CellValue, draft: Draft) => Exclude<CellResult<unknown>, { ok: true }> | null;

const DAYS_PER_MONTH = 30.4375;
const MAX_ATTRIBUTE_LENGTH = 65_536;
const MAX_TENURE_MONTHS = 12_000;

/**
 * Compiles a mapping for one order of columns. Pure: the same row always becomes the same customer. A row with a bad
 * cell in one of our fields is a bad row: all of its problems are told, and nothing of it is written. A bad cell of an
 * extra attribute loses its value alone.
 */
export function createRowConverter(columns: readonly string[], options: ConversionOptions): RowConverter {
  const inOrder = options.mapping.columns.toSorted(
    // The day comes first: a tenure is counted back from it. Then the currency, in which amounts are read.
    (a, b) => placeInReading(a) - placeInReading(b),
  );
  const markOf = markReader(columns, options);
  const times = fileTimes(options.timeZone);
  const isDated = inOrder[0]?.target === "snapshotOn";
  const uploadYear = new Date(options.referenceTime).getUTCFullYear();
  const steps = inOrder.flatMap((given) => {
    const latestYear = given.latestYear ?? latestYearOf(given.target, given.column, uploadYear);
    const mapping = { ...given, latestYear };
    const place = columns.indexOf(mapping.column);
    const step = place === -1 ? null : stepFor(mapping, options, times);
    return step === null
      ? []
      : [{ place, column: mapping.column, step, isExtra: mapping.target === "attribute" }];
  });
  const keys = new Set<string | null>(
    inOrder.filter(({ target }) => target === "externalId" || target === "email").map(({ column }) => column),
  );
  const keyIsName = nameIsKey(options.mapping);
  const hasLabel = options.mapping.columns.some((column) => column.target === "churned");
  const hasEnd = options.mapping.columns.some((column) => column.target === "endedAt");
  return (values) => {
    // Keys are a stranger's column names: on an ordinary object the cells of "__proto__" would get lost.
    const draft: Draft = { attributes: Object.create(null) as Draft["attributes"] };
    const problems: RowProblem[] = [];
    const lost: RowProblem[] = [];
    const mark = markOf(values);
    if (mark !== undefined) draft.amountsIn = mark;
    for (const { place, column, step, isExtra } of steps) {
      const cell = values[place] ?? null;
      const problem = step(cell, draft);
      if (problem) {
        (isExtra ? lost : problems).push({
          column,
          code: problem.code,
          expected: problem.expected,
          found: cellText(cell).slice(0, 500),
        });
      }
    }
    if (!draft.externalId && !draft.email && !problems.some(({ column }) => keys.has(column))) {
      problems.push({ column: null, code: "missing_key", expected: "a customer id or an e-mail", found: "" });
    }
    const backwards = endBeforeStart(draft, options.mapping);
    if (backwards) problems.push(backwards);
    if (problems.length > 0) return { ok: false, problems: [...problems, ...lost] };
    if (keyIsName && draft.externalId) draft.fullName = draft.externalId;
    if (hasEnd && !hasLabel) labelFromEnd(draft, options.referenceTime);
    const snapshot = isDated ? datedRow(draft, times) : null;
    return { ok: true, customer: finish(draft), snapshot, lost };
  };
}

/** By the day: a start derived from a tenure moves with the day of the upload, and says nothing against an end. */
function endBeforeStart(draft: Draft, { columns }: ImportMapping): RowProblem | null {
  const end = draft.endedAt ?? draft.churnedAt;
  if (!end || !draft.startedAt || draft.tenureMonths !== undefined) return null;
  const startDay = draft.startedAt.slice(0, 10);
  if (end.slice(0, 10) >= startDay) return null;
  const target = draft.endedAt ? "endedAt" : "churned";
  return {
    column: columns.find((column) => column.target === target)?.column ?? null,
    code: "end_before_start",
    expected: `a date not before ${startDay}, when the customer came`,
    found: end.slice(0, 10),
  };
}

/** Whether customers are told apart by a column of names, which then is their name as well. */
function nameIsKey({ columns }: ImportMapping): boolean {
  const key = columns.find(({ target }) => target === "externalId");
  const hasName = columns.some(({ target }) => ["fullName", "firstName", "lastName"].includes(target));
  return key !== undefined && !hasName && (columnSynonyms.fullName ?? []).includes(plainWord(key.column));
}

/** A date as the first instant that is of its day by the company's clocks and those of snapshots. */
const timed = (date: CellResult<string>, { column }: ColumnMapping, times: FileTimes): CellResult<string> =>
  date.ok && date.value !== null ? { ok: true, value: times.sharedInstantOf(date.value, column) } : date;

function stepFor(mapping: ColumnMapping, options: ConversionOptions, times: FileTimes): CellStep | null {
  const { target } = mapping;
  switch (target) {
    case "skip":
      return null;
    case "externalId":
    case "fullName":
      return set((cell) => readText(cell, 500), target);
    case "firstName":
    case "lastName":
      return set((cell) => readText(cell, 250), target);
    case "plan":
      return set((cell) => readText(cell, 200), target);
    case "email":
      return set(readEmail, target);
    case "currency":
      return (cell, draft) => {
        const currency = readCurrency(cell);
        if (!currency.ok) return currency;
        if (currency.value !== null) draft.currency = draft.amountsIn = currency.value;
        return null;
      };
    case "subscriptionStatus":
    case "paymentStatus":
      return set((cell) => readStatus(cell, mapping, target), target);
    case "startedAt":
    case "endedAt":
    case "lastActivityAt":
    case "lastLoginAt":
      return set((cell) => timed(readDate(cell, mapping), mapping, times), target);
    case "lifetimeValue":
      return moneyStep(mapping, options, "lifetimeValueCents");
    case "monthlyRevenue":
      return moneyStep(mapping, options, "monthlyRevenueCents");
    case "snapshotOn":
      return (cell, draft) => {
        const day = readSnapshotDate(cell, mapping, options.referenceTime.slice(0, 10));
        if (!day.ok) return day;
        if (day.value !== null) draft.snapshotOn = day.value;
        return null;
      };
    case "tenureMonths":
      return tenureStep(mapping, options.referenceTime);
    case "churned":
      return (cell, draft) => {
        const label = readLabel(cell, mapping);
        if (!label.ok) return label;
        if (label.value === null) return null;
        const { churned, churnedAt } = label.value;
        draft.churned = churned;
        draft.churnedAt = churnedAt === null ? null : times.sharedInstantOf(churnedAt, mapping.column);
        return null;
      };
    case "attribute":
      return attributeStep(mapping, options.currency);
    default:
      return null;
  }
}

function set<T>(read: (cell: CellValue) => CellResult<T>, field: keyof Draft): CellStep {
  return (cell, draft) => {
    const result = read(cell);
    if (!result.ok) return result;
    if (result.value !== null) Object.assign(draft, { [field]: result.value });
    return null;
  };
}

function moneyStep(
  mapping: ColumnMapping,
  options: ConversionOptions,
  field: "lifetimeValueCents" | "monthlyRevenueCents",
): CellStep {
  if (mapping.unit === "minor") return set((cell) => readCents(cell, mapping), field);
  return (cell, draft) => {
    const currency = draft.amountsIn ?? options.currency;
    const money = readMoney(cell, mapping, currency);
    if (!money.ok) return money;
    if (money.value === null) return null;
    const marked = money.value.currency ?? currency;
    if (marked !== currency)
      return { ok: false, code: "two_currencies", expected: `an amount in ${currency}` };
    draft[field] = money.value.amountMinor;
    if (currency !== options.currency) draft.currency = currency;
    return null;
  };
}

const readFirst: readonly string[] = ["snapshotOn", "currency"];
const placeInReading = ({ target }: ColumnMapping) =>
  readFirst.includes(target) ? readFirst.indexOf(target) : readFirst.length;

/** What the first marked amount of a row is marked with: one customer has one currency, whichever of its amounts says it. */
function markReader(
  columns: readonly string[],
  { mapping, currency }: ConversionOptions,
): (values: readonly CellValue[]) => string | undefined {
  const amounts = mapping.columns.filter(
    ({ target, unit }) => (target === "lifetimeValue" || target === "monthlyRevenue") && unit !== "minor",
  );
  return (values) => {
    for (const amount of amounts) {
      const cell = values[columns.indexOf(amount.column)] ?? null;
      // Most amounts bear no mark: they are not read twice.
      if (typeof cell !== "string" || /^[\d.,\s]*$/.test(cell)) continue;
      const money = readMoney(cell, amount, currency);
      if (money.ok && money.value?.currency !== undefined) return money.value.currency;
    }
    return undefined;
  };
}

function tenureStep(mapping: ColumnMapping, referenceTime: string): CellStep {
  return (cell, draft) => {
    const reference = draft.snapshotOn === undefined ? Date.parse(referenceTime) : endOfDay(draft.snapshotOn);
    const months = readNumber(cell, mapping);
    if (!months.ok) return months;
    if (months.value === null) return null;
    if (months.value < 0 || months.value > MAX_TENURE_MONTHS) {
      return { ok: false, code: "out_of_range", expected: `months from 0 to ${MAX_TENURE_MONTHS}` };
    }
    draft.tenureMonths = Math.fround(months.value);
    draft.startedAt = new Date(reference - months.value * DAYS_PER_MONTH * DAY_MS).toISOString();
    return null;
  };
}

function attributeStep(mapping: ColumnMapping, currency: string): CellStep {
  const key = attributeKeyOf(mapping);
  const keep = <T>(result: CellResult<T>, draft: Draft, toValue: (value: T) => AttributeValue) => {
    if (!result.ok) return result;
    if (result.value !== null) draft.attributes[key] = toValue(result.value);
    return null;
  };
  switch (mapping.attributeKind) {
    case "number":
      return (cell, draft) => keep(readNumber(cell, mapping), draft, (value) => value);
    case "boolean":
      return (cell, draft) => keep(readBoolean(cell), draft, (value) => value);
    case "date":
      return (cell, draft) => keep(readDate(cell, mapping), draft, (value) => value);
    case "money":
      return (cell, draft) =>
        keep(readMoney(cell, mapping, draft.amountsIn ?? currency), draft, (value) =>
          toMajorUnits(value.amountMinor, value.currency ?? draft.amountsIn ?? currency),
        );
    default:
      return (cell, draft) => keep(readText(cell, MAX_ATTRIBUTE_LENGTH), draft, (value) => value);
  }
}

/** Without a label of its own, 'left on' is one: a past date says the customer left, an empty one that it stayed. */
function labelFromEnd(draft: Draft, referenceTime: string): void {
  const end = draft.endedAt;
  draft.churned = end !== undefined && end !== null && Date.parse(end) <= Date.parse(referenceTime);
  if (draft.churned) draft.churnedAt = end ?? null;
}

const endOfDay = (day: string) => Date.parse(`${day}T00:00:00Z`) + DAY_MS;
const goneStatuses: readonly unknown[] = [SubscriptionStatus.Inactive, SubscriptionStatus.Cancelled];

/**
 * Whether the customer was gone on the row's day. Where the row says so and not since when, it left on that day: the
 * import takes the first such row after the last one in which it was still there.
 */
function datedRow(draft: Draft, times: FileTimes): DatedRow {
  const takenOn = draft.snapshotOn ?? "";
  const end = draft.endedAt ?? draft.churnedAt ?? null;
  const saysGone =
    draft.churned === true ||
    (draft.churned === undefined && goneStatuses.includes(draft.subscriptionStatus));
  if (end !== null && draft.churned !== false) {
    return { takenOn, leaving: Date.parse(end) < endOfDay(takenOn) ? 1 : 2 };
  }
  if (!saysGone) return { takenOn, leaving: 0 };
  draft.churnedAt = times.sharedInstantOf(takenOn);
  return { takenOn, leaving: 1 };
}

function finish(draft: Draft): CustomerInput {
  const { firstName, lastName, snapshotOn: _day, amountsIn: _currency, ...customer } = draft;
  const name = [firstName, lastName].filter(Boolean).join(" ");
  return name === "" ? customer : { ...customer, fullName: name };
}
