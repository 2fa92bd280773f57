import { integrationObjects, integrationProviders, providerWords } from "@forestay/contracts/vocabulary";
import { z } from "zod";
import { integrationFailed } from "#modules/integrations/index.ts";
import { later } from "#platform/events/domain-events.ts";
import { defineJob } from "#platform/jobs/job.ts";
import { tellOnce, TELLING } from "../tell-once.ts";

/** Whoever may mend it: a connection that stands still is everybody's. */
export const tellIntegrationFailed = defineJob({
  name: "notifications.tell-integration-failed",
  schema: z.object({
    companyId: z.uuid(),
    provider: z.enum(integrationProviders),
    runId: z.uuid(),
    isExpired: z.boolean(),
    message: z.string(),
  }),
  ...TELLING,
  handler(run) {
    const { provider, runId, isExpired, message } = run.payload;
    const { name } = providerWords(provider);
    const goesOn =
      integrationObjects(provider).length === 0
        ? "What waits is posted when it is mended, for a day."
        : "Nothing is lost: the sync goes on from where it was.";
    return tellOnce(run, {
      recipients: { policy: "integrations:write" },
      kind: "integration_failed",
      type: "Error",
      title: isExpired ? `${name} no longer lets us in` : `${name} needs a look`,
      message: `${message} ${goesOn}`,
      actionUrl: `/settings/integrations/${provider}/configure`,
      actionText: isExpired ? "Reconnect" : "Open",
      dedupeKey: `integration:${runId}`,
    });
  },
});

export const integrationNews = [later(integrationFailed, tellIntegrationFailed)];
