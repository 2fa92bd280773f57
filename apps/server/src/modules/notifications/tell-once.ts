import { withTenant } from "#platform/db/transaction.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import { notify, type News } from "./notify.ts";

/** Longer than an outage of some minutes: what was not told then is still news. */
export const TELLING = { retryLimit: 12 };

/** The whole work of a job that tells something: told and done in one transaction, so nobody hears it twice. */
export function tellOnce<P extends { companyId: string }>(
  { db, completeIn, payload: { companyId }, ...context }: JobRun<P>,
  ...news: readonly Omit<News, "companyId">[]
): Promise<void> {
  return withTenant(db, companyId, async (tx) => {
    for (const one of news) await notify(tx, context, { companyId, ...one });
    await completeIn(tx);
  });
}
