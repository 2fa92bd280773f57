import { matchedCustomersSql } from "#modules/customers/index.ts";
import type { SqlClient } from "#platform/db/transaction.ts";
import type { LedgerCounts, LedgerInputs, LedgerKind } from "./ledger-record.ts";
import { refreshStaleCustomers } from "./refresh-customers.ts";
import { writeLedger } from "./write-ledger.ts";

const ROWS_PER_STATEMENT = 5000;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

interface ParkedRow {
  id: string;
  kind: LedgerKind;
  source: string;
  record: LedgerInputs[LedgerKind];
  told_at: Date;
  import_id: string | null;
  has_come: boolean;
}

const listSql = `select p.id, p.kind, p.source, p.record, p.told_at, p.import_id,
    p.match_id is not null and not p.ambiguous as has_come
  from (${matchedCustomersSql(`(select * from parked_ledger_rows
    where company_id = $1 and id > $2 order by id limit ${ROWS_PER_STATEMENT})`)}) p order by p.id`;

/**
 * Writes rows that waited for their customer and whose customer has come, as of when they were told. Returns what came of them,
 * refused ones by their place among those that came; null where none did. Costs one look where nothing waits.
 */
export async function joinParkedRows(
  client: SqlClient,
  companyId: string,
  { now }: { now: Date },
): Promise<LedgerCounts | null> {
  let total: LedgerCounts | null = null;
  for (let after = FIRST_ID; ;) {
    const { rows } = await client.query<ParkedRow>(listSql, [companyId, after]);
    const come = rows.filter((row) => row.has_come);
    for (const group of groupsOf(come)) {
      const counts = await writeGroup(client, companyId, group, now);
      total = total === null ? counts : added(total, counts);
    }
    if (come.length > 0) {
      await client.query("delete from parked_ledger_rows where company_id = $1 and id = any($2::uuid[])", [
        companyId,
        come.map(({ id }) => id),
      ]);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_STATEMENT) break;
    after = last.id;
  }
  if (total !== null) while (await refreshStaleCustomers(client, companyId, { now }));
  return total;
}

/** Rows that are written in one go: of one kind, source, import and moment. */
function groupsOf(rows: readonly ParkedRow[]): ParkedRow[][] {
  const groups = new Map<string, ParkedRow[]>();
  for (const row of rows) {
    const name = [row.kind, row.source, row.import_id, row.told_at.getTime()].join(" ");
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}

async function writeGroup(
  client: SqlClient,
  companyId: string,
  group: readonly ParkedRow[],
  now: Date,
): Promise<LedgerCounts> {
  const [first] = group;
  if (first === undefined) throw new Error("A group of waiting rows is empty");
  return writeLedger(
    client,
    companyId,
    first.kind,
    group.map(({ record }) => record),
    {
      source: first.source,
      toldAt: first.told_at,
      unknownCustomers: "reject",
      now,
      summary: "later",
      ...(first.import_id !== null && { importId: first.import_id }),
    },
  );
}

const added = (a: LedgerCounts, b: LedgerCounts): LedgerCounts => ({
  created: a.created + b.created,
  updated: a.updated + b.updated,
  unchanged: a.unchanged + b.unchanged,
  parked: a.parked + b.parked,
  customersCreated: a.customersCreated + b.customersCreated,
  refused: [...a.refused, ...b.refused],
});
