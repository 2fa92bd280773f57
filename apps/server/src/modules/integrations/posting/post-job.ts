import { integrationProviders, type IntegrationProvider } from "@forestay/contracts/vocabulary";
import { z } from "zod";
import type { Tx } from "#platform/db/transaction.ts";
import type { JobQueue } from "#platform/job-queue.ts";

/** What has to be known to have waiting messages posted; what runs it is declared on top of this. */
export const postJob = {
  name: "integrations.post",
  schema: z.object({ companyId: z.uuid(), provider: z.enum(integrationProviders) }),
  onePerGroup: true,
  dedupeWaiting: true,
} as const;

/** Has a company's messages posted that wait, now or at their turn. */
export async function enqueuePosting(
  tx: Tx,
  jobs: JobQueue,
  companyId: string,
  provider: IntegrationProvider,
  runAt?: Date,
): Promise<void> {
  const key = `${companyId}:${provider}:${runAt === undefined ? "now" : "later"}`;
  await jobs.enqueue(
    tx,
    postJob,
    { companyId, provider },
    { singletonKey: key, groupKey: `${companyId}:${provider}`, ...(runAt && { runAt }) },
  );
}
