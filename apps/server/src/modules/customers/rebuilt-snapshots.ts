import type { SqlClient } from "#platform/db/transaction.ts";
import { jsonbArray } from "./jsonb-array.ts";

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

/** What was known of a customer on a day, worked out afterwards. */
export interface RebuiltSnapshot {
  customerId: string;
  /** `YYYY-MM-DD`. */
  takenOn: string;
  /** JSON as UTF-8 (`jsonbText`). */
  features: Uint8Array;
}

/** Bytes of JSON in one statement: what is made while the database takes in those before, and the memory of both. */
const BATCH_BYTES = 1_000_000;

/**
 * Puts snapshots that were worked out afterwards in the place of those of before, of these customers; the next are asked for
 * while the database takes some in. What was recorded on a day stays. Returns how many were written.
 */
export async function replaceRebuiltSnapshots(
  client: SqlClient,
  companyId: string,
  customerIds: readonly string[],
  snapshots: Iterable<RebuiltSnapshot>,
): Promise<number> {
  // Who was deleted meanwhile gets none, and nobody is until these are in.
  const { rows } = await client.query<{ id: string }>(
    "select id from customers where company_id = $1 and id = any($2::uuid[]) order by id for key share",
    [companyId, customerIds],
  );
  const there = new Set(rows.map(({ id }) => id));
  await client.query(
    "delete from customer_snapshots where company_id = $1 and customer_id = any($2::uuid[]) and rebuilt",
    [companyId, customerIds],
  );
  let written = 0;
  let writing = Promise.resolve(0);
  try {
    for (const batch of batchesOf(snapshots, there)) {
      written += await writing;
      writing = insertRebuilt(client, companyId, batch);
    }
  } finally {
    written += await writing;
  }
  return written;
}

interface Batch {
  customerIds: string[];
  days: string[];
  features: Uint8Array[];
}

function* batchesOf(snapshots: Iterable<RebuiltSnapshot>, there: ReadonlySet<string>): Generator<Batch> {
  const begun = (): Batch => ({ customerIds: [], days: [], features: [] });
  let batch = begun();
  let bytes = 0;
  for (const { customerId, takenOn, features } of snapshots) {
    if (!there.has(customerId)) continue;
    batch.customerIds.push(customerId);
    batch.days.push(takenOn);
    batch.features.push(features);
    bytes += features.length;
    if (bytes < BATCH_BYTES) continue;
    yield batch;
    batch = begun();
    bytes = 0;
  }
  if (batch.days.length > 0) yield batch;
}

async function insertRebuilt(client: SqlClient, companyId: string, batch: Batch): Promise<number> {
  const { rowCount } = await client.query(
    `insert into customer_snapshots (company_id, customer_id, taken_on, features, rebuilt)
     select $1::uuid, r.customer_id, r.taken_on, r.features, true
     from unnest($2::uuid[], $3::date[], $4::jsonb[]) r (customer_id, taken_on, features) on conflict do nothing`,
    [companyId, batch.customerIds, batch.days, jsonbArray(batch.features)],
  );
  return rowCount ?? 0;
}
