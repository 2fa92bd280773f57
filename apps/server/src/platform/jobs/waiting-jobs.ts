import type { Client } from "pg";
import { JOBS_SCHEMA } from "./jobs-schema.ts";

/** Jobs that wait or run, each as JSON: what a backup keeps of the queue. Those that are over are its own bookkeeping. */
export async function readWaitingJobs(client: Client): Promise<string[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('${JOBS_SCHEMA}.job') is not null as there`,
  );
  if (!found[0]?.there) return [];
  const { rows } = await client.query<{ job: string }>(
    `select to_jsonb(j)::text as job from ${JOBS_SCHEMA}.job j where state in ('created', 'retry', 'active')
     order by created_on, id`,
  );
  return rows.map(({ job }) => job);
}

/**
 * Puts jobs of a backup in place of what waits; returns how many of them there is no queue for any more. One that was
 * running has lost its worker and goes on as after a crash. Columns that this version of the queue does not have are left
 * out, those the other one did not have keep their defaults.
 */
export async function putWaitingJobs(client: Client, jobs: readonly string[]): Promise<number> {
  await client.query(`delete from ${JOBS_SCHEMA}.job`);
  let skipped = 0;
  for (const job of jobs) {
    const values = JSON.parse(job) as Record<string, unknown>;
    if (values.state === "active") Object.assign(values, { state: "retry", heartbeat_on: null });
    const { rows: columns } = await client.query<{ names: string | null }>(
      `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
       where attrelid = '${JOBS_SCHEMA}.job'::regclass and attnum > 0 and not attisdropped and attname = any($1)
         and exists (select from ${JOBS_SCHEMA}.queue where name = $2)`,
      [Object.keys(values), values.name],
    );
    const names = columns[0]?.names ?? null;
    if (names === null) skipped++;
    else {
      await client.query(
        `insert into ${JOBS_SCHEMA}.job (${names}) select ${names} from jsonb_populate_record(null::${JOBS_SCHEMA}.job, $1)`,
        [JSON.stringify(values)],
      );
    }
  }
  return skipped;
}
