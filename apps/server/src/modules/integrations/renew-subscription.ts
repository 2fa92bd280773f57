import { webAddress } from "#modules/mail/index.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import type { ProviderApi } from "./connector.ts";
import type { IntegrationRow } from "./integration-rows.ts";
import { ProviderError } from "./provider-error.ts";

/** Where a system tells a company's changes to. */
export const incomingAddress = (
  config: JobRun<unknown>["config"],
  { company_id: companyId, provider }: Pick<IntegrationRow, "company_id" | "provider">,
): string => webAddress(config, `/api/incoming/${provider}/${companyId}`);

/** A connection of long ago is told of what is followed by now, without anybody connecting it anew. Never stops a run. */
export async function renewSubscription(
  { config, log }: Pick<JobRun<unknown>, "config" | "log">,
  api: ProviderApi,
  row: IntegrationRow,
): Promise<void> {
  // A restored copy beside the original leaves the original's address alone.
  if (row.webhook_id === null || api.renewSubscription === undefined || config.outgoingHold !== null) return;
  const { company_id: companyId, provider, webhook_id: id } = row;
  try {
    const added = await api.renewSubscription(id, incomingAddress(config, row));
    if (added.length > 0) log.info({ companyId, provider, added }, "told of further kinds of changes");
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // The run meets what is wrong with more than this; a key that may only read is asked again with each run.
    log.debug({ companyId, provider, failure: error.failure }, "not told of further kinds of changes");
  }
}
