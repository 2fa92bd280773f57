import { integrationProviders } from "@forestay/contracts/vocabulary";
import { z } from "zod";
import { findLinkedCustomer, forgetQuestion } from "#modules/customers/index.ts";
import { forgetInIntegrations, personErasedThere } from "#modules/integrations/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { later } from "#platform/events/domain-events.ts";
import { defineJob } from "#platform/jobs/job.ts";
import { eraseNow } from "./erase-customer.ts";

/** Erases whom a connected system erased for good: whoever asked for that there meant us as well. */
export const eraseToldJob = defineJob({
  name: "customer-data.erase-told",
  schema: z.object({ companyId: z.uuid(), provider: z.enum(integrationProviders), sourceId: z.string() }),
  // An open import may bring the person back: it is waited for, for a day.
  retryLimit: 48,
  retryDelaySeconds: 1800,
  async handler(run) {
    const { companyId, provider, sourceId } = run.payload;
    const customerId = await withTenant(run.db, companyId, (tx) =>
      findLinkedCustomer(tx, companyId, provider, sourceId),
    );
    if (customerId !== null)
      await eraseNow(run, { job: true, companyId, askedBy: null }, companyId, customerId);
    else
      await withTenant(run.db, companyId, async (tx) => {
        // A record that waits for somebody to say who it is.
        await forgetQuestion(tx, companyId, provider, sourceId);
        await forgetInIntegrations(tx, companyId, [sourceId]);
      });
  },
});

export const erasuresTold = later(personErasedThere, eraseToldJob);
