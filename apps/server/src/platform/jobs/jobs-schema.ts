import { PgBoss } from "pg-boss";
import { openClient } from "#platform/db/open-client.ts";

export const JOBS_SCHEMA = "pgboss";

/**
 * Makes or upgrades the queue's own tables as the database's owner and lets the app's role use them. Separate from
 * our migrations, because the queue's package brings its own.
 */
export async function migrateJobsSchema(ownerConnectionString: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerConnectionString,
    schema: JOBS_SCHEMA,
    max: 2,
    supervise: false,
    schedule: false,
  });
  boss.on("error", () => {
    // start() rejects with the same error.
  });
  await boss.start();
  await boss.stop({ graceful: false });
  const client = await openClient({ connectionString: ownerConnectionString });
  try {
    // The queue looks for a running job of the same group before it claims one, and two workers that look at the same
    // moment both see none. With this the second one's claim fails, and it looks again.
    await client.query(`
      create unique index if not exists job_one_per_group on ${JOBS_SCHEMA}.job (name, group_id)
        where state = 'active' and group_id is not null`);
    await client.query(`
      grant usage on schema ${JOBS_SCHEMA} to forestay_app;
      grant select, insert, update, delete on all tables in schema ${JOBS_SCHEMA} to forestay_app;
      grant usage on all sequences in schema ${JOBS_SCHEMA} to forestay_app;
      grant execute on all functions in schema ${JOBS_SCHEMA} to forestay_app`);
  } finally {
    await client.end();
  }
}
