import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { JOBS_SCHEMA } from "./jobs-schema.ts";

/** Deletes jobs that are not running and whose payload names an id: what is done is kept for a while with all it was told. */
export async function forgetFinishedJobs(tx: Tx, id: string): Promise<void> {
  await sql`delete from ${sql.table(`${JOBS_SCHEMA}.job`)}
    where state <> 'active' and position(${id} in data::text) > 0`.execute(tx);
}
