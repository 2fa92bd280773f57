import { setImmediate as nextTurn } from "node:timers/promises";
import type { DayCalendar } from "@forestay/metrics";
import type { Database } from "#platform/db/database.ts";
import { advisoryLock, lockUntilCommit } from "#platform/db/advisory-lock.ts";
import { EVERY_ROW, withTenantClient, type SqlClient, type Tx } from "#platform/db/transaction.ts";
import { isCountedOtherwise, readCountedBy } from "./counted-by.ts";
import { CUSTOMERS_PER_TURN, readLedgerRows } from "./ledger-rows.ts";
import { RollupSums } from "./rollup-sums.ts";
import { areSame, readStoredRows, replaceStoredRows, type CustomerRows } from "./stored-rows.ts";
import { addToTable, sumTableNames } from "./sum-tables.ts";

/**
 * Marks worked off by one transaction: the sums of so many customers are written at once. All that these were ever billed is in memory meanwhile:
 * of 20,000 customers that was 120 MB, of an account of any size.
 */
const MARKS_PER_TRANSACTION = 5000;

/** Whether any customer's rollups are behind its ledger, or all of them are counted otherwise than the company has it now. */
export async function areRollupsBehind(tx: Tx, companyId: string): Promise<boolean> {
  const mark = await tx
    .selectFrom("ledger_changes")
    .select("id")
    .where("company_id", "=", companyId)
    .limit(1)
    .executeTakeFirst();
  return mark !== undefined || (await isCountedOtherwise(tx, companyId));
}

/**
 * Brings rollups up to the ledger, some thousand marked customers a transaction, so that whoever is stopped has lost nothing.
 * Returns how many customers were looked at.
 */
export async function keepRollups(
  db: Database,
  companyId: string,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<number> {
  let customers = 0;
  for (;;) {
    signal.throwIfAborted();
    const kept = await withTenantClient(
      db,
      companyId,
      async ({ tx, client }) => {
        await lockUntilCommit(tx, advisoryLock.rollups, companyId);
        return keepMarked(tx, client, companyId, now);
      },
      EVERY_ROW,
    );
    if (kept === 0) return customers;
    customers += kept;
  }
}

/** One transaction of it; 0 once no mark is left. The caller holds the company's lock of rollups. */
export async function keepMarked(tx: Tx, client: SqlClient, companyId: string, now: Date): Promise<number> {
  // A mark that is seen here was committed with its rows, which the statements after this one see.
  const { rows } = await client.query<{ customer_id: string }>(
    `with taken as (
       delete from ledger_changes where company_id = $1 and id in (
         select id from ledger_changes where company_id = $1 order by id limit $2)
       returning customer_id)
     select distinct customer_id from taken`,
    [companyId, MARKS_PER_TRANSACTION],
  );
  if (rows.length === 0) return 0;
  const by = await readCountedBy(tx, companyId, now);
  const ids = rows.map(({ customer_id }) => customer_id);
  const before = await readStoredRows(client, companyId, ids);
  const after = await readLedgerRows(client, companyId, ids, by);
  await writeChanges(client, companyId, changesBetween(ids, before, after), by.calendar);
  return ids.length;
}

/** A customer's rows as they are stored and as they should be. */
export interface RowsChange {
  customerId: string;
  before: CustomerRows;
  after: CustomerRows;
}

const none: CustomerRows = { movements: [], payments: [] };

/** Of these customers, those whose stored rows are not what the ledger makes. */
export function changesBetween(
  customerIds: readonly string[],
  stored: ReadonlyMap<string, CustomerRows>,
  made: ReadonlyMap<string, CustomerRows>,
): RowsChange[] {
  return customerIds.flatMap((customerId) => {
    const [before, after] = [stored.get(customerId) ?? none, made.get(customerId) ?? none];
    return areSame(before, after) ? [] : [{ customerId, before, after }];
  });
}

/** Writes changed rows, and to the sums the difference that they make. */
export async function writeChanges(
  client: SqlClient,
  companyId: string,
  changes: readonly RowsChange[],
  calendar: DayCalendar,
): Promise<void> {
  if (changes.length === 0) return;
  const sums = new RollupSums(calendar);
  for (const [at, { before, after }] of changes.entries()) {
    if (at % CUSTOMERS_PER_TURN === CUSTOMERS_PER_TURN - 1) await nextTurn();
    addRows(sums, before, -1);
    addRows(sums, after, 1);
  }
  await replaceStoredRows(
    client,
    companyId,
    new Map(changes.map(({ customerId, after }) => [customerId, after])),
  );
  for (const table of sumTableNames) await addToTable(client, companyId, table, sums.tables[table]);
}

/** One customer's rows into the sums, or out of them. */
export function addRows(sums: RollupSums, { movements, payments }: CustomerRows, sign: 1 | -1): void {
  sums.addMovements(movements, sign);
  for (const payment of payments) sums.addPayment(payment, sign);
}
