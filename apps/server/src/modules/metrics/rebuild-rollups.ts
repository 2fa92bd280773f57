import { setImmediate as nextTurn } from "node:timers/promises";
import { ledgerCustomerIds } from "#modules/ledger/index.ts";
import type { Database } from "#platform/db/database.ts";
import { advisoryLock, lockUntilCommit } from "#platform/db/advisory-lock.ts";
import { EVERY_ROW, withTenantClient, type SqlClient } from "#platform/db/transaction.ts";
import { readRebuiltBy } from "./counted-by.ts";
import { forgetCountries } from "./keep-countries.ts";
import { forgetSegments } from "./keep-segments.ts";
import { addRows, changesBetween, keepMarked, writeChanges } from "./keep-rollups.ts";
import { readLedgerRows } from "./ledger-rows.ts";
import { RollupSums } from "./rollup-sums.ts";
import { isSegmentKey } from "./segment-key.ts";
import { readStoredRows } from "./stored-rows.ts";
import { addToTable, sumTableNames, sumTables, type SumTable } from "./sum-tables.ts";
import { Sums } from "./sums.ts";

const CUSTOMERS_PER_PAGE = 10_000;
const CUSTOMERS_PER_TURN = 500;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
/** Of each kind, as many are told one by one. */
const TOLD = 20;

export interface RebuildResult {
  customers: number;
  /** Customers whose rows are not what the ledger makes, and the first of them. */
  differingCustomers: number;
  firstCustomers: string[];
  /** Rows of sums that are not the sum of their rows, and the first of them: table, key, column, stored and right. */
  differingSums: number;
  firstSums: string[];
}

/**
 * Works all rollups of a company out from its ledger and compares them with what is stored; with `write`, what differs is
 * put right, counted by the company's time zone and churn date of now. Marked customers are kept first, so that what merely
 * waits is no difference. One transaction under the lock of rollups: jobs wait meanwhile, writers of the ledger do not.
 */
export async function rebuildRollups(
  db: Database,
  companyId: string,
  { now, write }: { now: Date; write: boolean },
): Promise<RebuildResult> {
  return withTenantClient(
    db,
    companyId,
    async ({ tx, client }) => {
      await lockUntilCommit(tx, advisoryLock.rollups, companyId);
      const by = await readRebuiltBy(tx, companyId, { now, write });
      while ((await keepMarked(tx, client, companyId, now)) > 0);
      const result = { customers: 0, differingCustomers: 0, firstCustomers: [] as string[] };
      const sums = new RollupSums(by.calendar);
      for (let after = FIRST_ID; ;) {
        const ids = await readPage(client, companyId, after);
        if (ids.length === 0) break;
        after = ids.at(-1)!;
        result.customers += ids.length;
        const stored = await readStoredRows(client, companyId, ids);
        const made = await readLedgerRows(client, companyId, ids, by);
        const behind = await readMarked(client, companyId, ids);
        const changes = changesBetween(ids, stored, made).filter(({ customerId }) => !behind.has(customerId));
        result.differingCustomers += changes.length;
        result.firstCustomers.push(
          ...changes.slice(0, TOLD - result.firstCustomers.length).map((one) => one.customerId),
        );
        if (write) await writeChanges(client, companyId, changes, by.calendar);
        const differing = new Map(changes.map((change) => [change.customerId, change.after]));
        for (const [at, id] of ids.entries()) {
          if (at % CUSTOMERS_PER_TURN === CUSTOMERS_PER_TURN - 1) await nextTurn();
          const rows = (write ? differing.get(id) : undefined) ?? stored.get(id);
          if (rows !== undefined) addRows(sums, rows, 1);
        }
      }
      const told: string[] = [];
      let differingSums = 0;
      for (const table of sumTableNames) {
        const missing = await subtractStored(client, companyId, table, sums.tables[table], (words) => {
          differingSums += 1;
          if (told.length < TOLD) told.push(words);
        });
        if (write) await addToTable(client, companyId, table, missing);
      }
      // The last statements: whoever looks at a segment writes its state, and would wait for all of this.
      if (by.isOther) {
        await forgetCountries(tx, companyId);
        await forgetSegments(tx, client, companyId);
      }
      return { ...result, differingSums, firstSums: told };
    },
    EVERY_ROW,
  );
}

/** Customers with anything in the ledger or the rollups, by id. */
async function readPage(client: SqlClient, companyId: string, after: string): Promise<string[]> {
  const inLedger = await ledgerCustomerIds(client, companyId, after, CUSTOMERS_PER_PAGE);
  const part = (table: string) =>
    `(select distinct customer_id from ${table} where company_id = $1 and customer_id > $2 order by 1 limit $3)`;
  const { rows } = await client.query<{ customer_id: string }>(
    `${part("mrr_movements")} union ${part("failed_payments")} order by 1 limit $3`,
    [companyId, after, CUSTOMERS_PER_PAGE],
  );
  const ids = new Set([...inLedger, ...rows.map(({ customer_id }) => customer_id)]);
  return [...ids].sort().slice(0, CUSTOMERS_PER_PAGE);
}

/** Of these customers, those whose ledger has changed since the beginning: a job keeps them. */
async function readMarked(
  client: SqlClient,
  companyId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ customer_id: string }>(
    "select distinct customer_id from ledger_changes where company_id = $1 and customer_id = any($2::uuid[])",
    [companyId, ids],
  );
  return new Set(rows.map(({ customer_id }) => customer_id));
}

/** What is missing in a table of sums, which may be below zero; each row that differs is told in words. */
async function subtractStored(
  client: SqlClient,
  companyId: string,
  table: SumTable,
  right: Sums,
  tell: (words: string) => void,
): Promise<Sums> {
  const { keys, values } = sumTables[table];
  const { rows } = await client.query<Record<string, string | number>>(
    `select ${[...keys, ...values].join(", ")} from ${table} where company_id = $1`,
    [companyId],
  );
  const missing = new Sums(values);
  for (const row of right.rows())
    missing.add(row.key, Object.fromEntries(values.map((value, at) => [value, row.values[at]!])));
  for (const row of rows) {
    // A segment's are no sums of the ledger alone: its job makes them anew.
    if (isSegmentKey(String(row["plan"] ?? ""))) continue;
    const amounts = Object.fromEntries(values.map((value) => [value, Number(row[value])]));
    missing.add(
      keys.map((key) => String(row[key])),
      amounts,
      -1,
    );
  }
  for (const { key, values: differences } of missing.rows()) {
    const columns = values.flatMap((value, at) =>
      differences[at] === 0 ? [] : [`${value} by ${differences[at]}`],
    );
    tell(`${table} ${key.filter((part) => part !== "").join(" ")}: ${columns.join(", ")}`);
  }
  return missing;
}
