import { listCompanyIds } from "#modules/companies/index.ts";
import { customersMarked } from "#modules/customers/index.ts";
import { refreshStaleCustomers } from "#modules/ledger/index.ts";
import { withTenant, withTenantClient } from "#platform/db/transaction.ts";
import { defineCompanyJob, type CompanyJob } from "#platform/jobs/company-job.ts";
import { takeInBatch } from "./take-in-batch.ts";

/** Batches of one company in a row; then it goes to the end of the line, behind other companies. */
const BATCHES_A_TURN = 40;
/** Told anew in one transaction; few, because answers are given beside it. */
const CUSTOMERS_AT_ONCE = 250;
const COMPANIES_AT_ONCE = 2;

/**
 * Takes what a company's inbox holds into the ledger and to its customers. Each batch is one transaction that takes its rows
 * out of the inbox, so that a killed worker loses and doubles nothing. Calls that bring events enqueue it; the cron is for
 * what came while no job could be enqueued any more.
 */
export const takeInJob: CompanyJob = defineCompanyJob({
  name: "tracking.take-in",
  cron: "* * * * *",
  listCompanyIds,
  concurrency: COMPANIES_AT_ONCE,
  pollSeconds: 1,
  async isDue(tx, companyId) {
    const row = await tx
      .selectFrom("tracking_inbox")
      .select("id")
      .where("company_id", "=", companyId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },
  async handler({ db, jobs, events, clock, signal, payload: { companyId } }) {
    let isMore = true;
    for (let turn = 0; isMore && turn < BATCHES_A_TURN; turn++) {
      signal.throwIfAborted();
      isMore = await withTenantClient(db, companyId, (handles) =>
        takeInBatch({ ...handles, events }, companyId, clock.now()),
      );
    }
    for (let isStale = true; isStale;) {
      signal.throwIfAborted();
      isStale = await withTenantClient(db, companyId, async ({ tx, client }) => {
        const isMoreStale = await refreshStaleCustomers(client, companyId, {
          now: clock.now(),
          limit: CUSTOMERS_AT_ONCE,
        });
        // Whoever looks at customers again sees by now what their events come to.
        await events.emit(tx, customersMarked, { companyId });
        return isMoreStale;
      });
    }
    if (!isMore) return;
    await withTenant(db, companyId, (tx) =>
      jobs.enqueue(tx, takeInJob.company, { companyId }, { singletonKey: companyId, groupKey: companyId }),
    );
  },
});
