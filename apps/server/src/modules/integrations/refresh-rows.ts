import { joinParkedRows, refreshStaleCustomers } from "#modules/ledger/index.ts";
import { refreshStatistics } from "#modules/customers/index.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import type { JobRun } from "#platform/jobs/job.ts";

const LONG = { statementTimeoutMs: 600_000 };

/**
 * Rows of files that waited for customers who have come join them; then revenue, status and activity of all whose rows came,
 * once a customer and not once a page.
 */
export async function refreshRows(
  { db, clock, signal }: Pick<JobRun<unknown>, "db" | "clock" | "signal">,
  companyId: string,
): Promise<void> {
  const now = clock.now();
  await withTenantClient(db, companyId, ({ client }) => joinParkedRows(client, companyId, { now }), LONG);
  for (let more = true; more;) {
    signal.throwIfAborted();
    more = await withTenantClient(
      db,
      companyId,
      ({ client }) => refreshStaleCustomers(client, companyId, { now }),
      LONG,
    );
  }
  await withTenantClient(db, companyId, ({ client }) => refreshStatistics(client, companyId));
}
