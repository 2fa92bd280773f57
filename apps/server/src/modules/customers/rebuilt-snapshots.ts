import type { SqlClient } from "#platform/db/transaction.ts";
import { copyLine } from "./copy-line.ts";
import { copyInto } from "./copy-text.ts";
import type { CustomerSnapshotInput } from "./customer-record.ts";
import { jsonbTexts } from "./jsonb-text.ts";

const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Ids of a company's customers in their order, a page at a time. */
export async function pageOfCustomerIds(
  client: SqlClient,
  companyId: string,
  { afterId = FIRST_ID, limit }: { afterId?: string | undefined; limit: number },
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    "select id from customers where company_id = $1 and id > $2 order by id limit $3",
    [companyId, afterId, limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * Puts snapshots that were worked out afterwards in the place of those of before, of these customers. What was recorded on a
 * day stays. Returns how many were written.
 */
export async function replaceRebuiltSnapshots(
  client: SqlClient,
  companyId: string,
  customerIds: readonly string[],
  snapshots: Iterable<CustomerSnapshotInput>,
): Promise<number> {
  await client.query(
    `set local client_min_messages = warning; create temp table if not exists rebuilt_snapshots
       (like customer_snapshots) on commit delete rows; delete from rebuilt_snapshots`,
  );
  await copyInto(
    client,
    "rebuilt_snapshots (company_id, customer_id, taken_on, features, rebuilt)",
    linesOf(companyId, snapshots),
  );
  await client.query(
    "delete from customer_snapshots where company_id = $1 and customer_id = any($2::uuid[]) and rebuilt",
    [companyId, customerIds],
  );
  const { rowCount } = await client.query(
    `insert into customer_snapshots (company_id, customer_id, taken_on, features, rebuilt)
     select r.company_id, r.customer_id, r.taken_on, r.features, r.rebuilt
     from rebuilt_snapshots r join customers c on c.company_id = $1 and c.id = r.customer_id
     order by r.customer_id, r.taken_on on conflict do nothing`,
    [companyId],
  );
  return rowCount ?? 0;
}

function* linesOf(companyId: string, snapshots: Iterable<CustomerSnapshotInput>): Generator<string> {
  const textOf = jsonbTexts();
  for (const { customerId, takenOn, features } of snapshots)
    yield copyLine([companyId, customerId, takenOn, textOf(features), true]);
}
