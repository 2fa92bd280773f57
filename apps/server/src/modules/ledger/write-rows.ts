import { refreshStatistics, MANY_ROWS } from "#modules/customers/index.ts";
import type { SqlClient } from "#platform/db/transaction.ts";
import { customerKey, findCustomersOf, isBySource, type NamedCustomer } from "./find-customers.ts";
import type { LedgerCounts, LedgerInputs, LedgerOptions, LedgerRefusal } from "./ledger-record.ts";
import { decodeLedgerWave, type LedgerRow, type LedgerWave } from "./ledger-wave.ts";
import { parkRows } from "./park-rows.ts";
import { isSameRow, readStoredRows, storeRows, type StoredLedgerRow } from "./row-store.ts";
import { attemptRows } from "./rows/attempt-rows.ts";
import { invoiceRows } from "./rows/invoice-rows.ts";
import { requiredMs, type NextRow, type RowKind } from "./rows/row-kind.ts";
import { subscriptionRows } from "./rows/subscription-rows.ts";

/** Kinds whose rows are known by an id of their source. */
type RowKindName = Exclude<LedgerWave["kind"], "events">;
const kinds: { [K in RowKindName]: RowKind<K> } = {
  subscriptions: subscriptionRows,
  invoices: invoiceRows,
  payment_attempts: attemptRows,
};

/** Rows of one kind that are written together. */
export type LedgerRows = { [K in RowKindName]: { kind: K; rows: readonly LedgerRow<K>[] } }[RowKindName];

/** The rows of a wave that crossed processes. Throws on one of events. */
export function rowsOfWave(wave: LedgerWave): LedgerRows {
  if (wave.kind === "events") throw new TypeError("Events are written by writeEvents");
  return { kind: wave.kind, rows: decodeLedgerWave(wave) } as LedgerRows;
}

/** What became of a row. */
export interface RowOutcome {
  rowNumber: number;
  /** Rows with the same key speak of the same: the source's id, with the beginning of a dated price. */
  key: string;
  outcome: "create" | "update" | "unchanged" | "parked" | "refused";
  /** Of a row that was refused. */
  code?: LedgerRefusal;
  /** The customer that is made for it. */
  madeCustomer?: string;
}

/** A row on its way through a wave: as it is stored, and after the news of it so far. */
interface Course {
  stored: StoredLedgerRow | null;
  customer: NamedCustomer;
  next: NextRow | null;
  /** The wave's rows that said something new of it. */
  changedBy: RowOutcome[];
  /** A row of the wave said it as it stands. */
  isRepeated: boolean;
}

export interface WrittenRows {
  counts: LedgerCounts;
  /** Customers whose rows changed. */
  touched: string[];
  outcomes: RowOutcome[];
}

/**
 * Rows that have ids: what is stored is read, the news of each row is heard in the order of the file, and what came of
 * it is written. Same news, same rows: then only when it was told last is written. A dry run writes nothing.
 */
export async function writeRows(
  client: SqlClient,
  companyId: string,
  { kind, rows }: LedgerRows,
  options: LedgerOptions,
  { dryRun }: { dryRun: boolean },
): Promise<WrittenRows> {
  if (kind === "subscriptions") return write(client, companyId, kind, rows, options, dryRun);
  if (kind === "invoices") return write(client, companyId, kind, rows, options, dryRun);
  return write(client, companyId, kind, rows, options, dryRun);
}

async function write<K extends RowKindName>(
  client: SqlClient,
  companyId: string,
  name: K,
  given: readonly LedgerRow<K>[],
  options: LedgerOptions,
  dryRun: boolean,
): Promise<WrittenRows> {
  const kind: RowKind<K> = kinds[name];
  if (given.length >= MANY_ROWS) {
    await refreshStatistics(client, companyId);
    await refreshStatistics(client, companyId, [kind.table]);
  }
  const skipped = new Set(options.skipRows ?? []);
  const rows = given.filter(({ rowNumber }) => !skipped.has(rowNumber));
  const named = rows.map(({ record }) => record.customer);
  const { customers, made, unknown } = await findCustomersOf(client, companyId, named, options, { dryRun });
  const makes = options.unknownCustomers === "create";
  const sourceIds = new Set(rows.map(({ record }) => sourceIdOf(record)));
  const stored = await readStoredRows(client, companyId, kind, options.source, [...sourceIds]);
  const courses = new Map<string, Course>();
  const outcomes: RowOutcome[] = [];
  const parked: LedgerInputs[K][] = [];
  const toldAtMs = options.toldAt.getTime();
  for (const { rowNumber, record } of rows) {
    const sourceId = sourceIdOf(record);
    const customer = customers.get(customerKey(record.customer));
    if (customer === undefined) throw new Error("A row's customer was not looked for");
    const outcome: RowOutcome = { rowNumber, key: keyOf(record), outcome: "refused" };
    outcomes.push(outcome);
    if (customer.isAmbiguous) outcome.code = "ambiguous_customer";
    else if (customer.id === null && (options.unknownCustomers === "reject" || isBySource(record.customer)))
      outcome.code = "unknown_customer";
    else if (customer.id === null && !makes) {
      outcome.outcome = "parked";
      parked.push(record);
    } else {
      const before = stored.get(sourceId) ?? null;
      const course = courses.get(sourceId) ?? {
        stored: before,
        customer,
        next: before,
        changedBy: [],
        isRepeated: false,
      };
      const refusal = hearRow(kind, course, customer, record, toldAtMs);
      if (typeof refusal === "string") outcome.code = refusal;
      else {
        const isNews = course.next === null || !isSameRow(kind, course.next, refusal);
        outcome.outcome = !isNews ? "unchanged" : course.next === null ? "create" : "update";
        if (isNews) course.changedBy.push(outcome);
        else course.isRepeated ||= isAsItStands(kind, course, customer, record, toldAtMs);
        course.next = refusal;
        courses.set(sourceId, course);
      }
      if (customer.id === null) outcome.madeCustomer = customer.key;
    }
  }
  const changes = [...courses].map(([sourceId, course]) => ({ sourceId, ...course }));
  for (const { stored: before, next, changedBy } of changes) {
    // Said otherwise and back within the wave.
    if (before !== null && next !== null && isSameRow(kind, before, next))
      for (const outcome of changedBy) outcome.outcome = "unchanged";
  }
  if (!dryRun) {
    const heard = changes.flatMap(({ sourceId, stored: before, customer, next, isRepeated }) =>
      next === null || customer.id === null
        ? []
        : [{ sourceId, before, customerId: customer.id, next, isRepeated }],
    );
    await storeRows(client, companyId, kind, options, heard);
    await parkRows(client, companyId, name, parked, options);
  }
  const touched = changes.flatMap(({ customer, changedBy }) =>
    customer.id !== null && changedBy.some(({ outcome }) => outcome !== "unchanged") ? [customer.id] : [],
  );
  return {
    counts: countOutcomes(outcomes, dryRun && makes ? unknown.length : made),
    touched: [...new Set(touched)],
    outcomes,
  };
}

/** The row after this news of it, or why it is refused. */
function hearRow<K extends RowKindName>(
  kind: RowKind<K>,
  { stored, customer: first, next }: Course,
  customer: NamedCustomer,
  record: LedgerInputs[K],
  toldAtMs: number,
): NextRow | LedgerRefusal {
  const isOthers =
    stored === null
      ? first.key !== customer.key && first.id !== customer.id
      : stored.customerId !== customer.id;
  return isOthers ? "other_customer" : kind.next(next, record, toldAtMs);
}

/** Whether news that changed nothing says what stands: older news that says something else is not heard. */
function isAsItStands<K extends RowKindName>(
  kind: RowKind<K>,
  course: Course,
  customer: NamedCustomer,
  record: LedgerInputs[K],
  toldAtMs: number,
): boolean {
  if (course.next === null) return false;
  const standsSinceMs = requiredMs(course.next.columns["told_at"]);
  if (toldAtMs >= standsSinceMs) return true;
  const saidNow = hearRow(kind, course, customer, record, standsSinceMs);
  return typeof saidNow !== "string" && isSameRow(kind, course.next, saidNow);
}

const sourceIdOf = (record: LedgerInputs[RowKindName]): string => record.sourceId;

const keyOf = (record: LedgerInputs[RowKindName]): string =>
  "priceFrom" in record && record.priceFrom ? `${record.sourceId}\u{0}${record.priceFrom}` : record.sourceId;

function countOutcomes(outcomes: readonly RowOutcome[], customersCreated: number): LedgerCounts {
  const count = (which: RowOutcome["outcome"]) => outcomes.filter(({ outcome }) => outcome === which).length;
  return {
    created: count("create"),
    updated: count("update"),
    unchanged: count("unchanged"),
    parked: count("parked"),
    customersCreated,
    refused: outcomes.flatMap(({ rowNumber, code }) => (code === undefined ? [] : [{ rowNumber, code }])),
  };
}
