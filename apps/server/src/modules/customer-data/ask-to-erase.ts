import { DAY_MS } from "@forestay/contracts";
import { integrationProviders, providerWords } from "@forestay/contracts/vocabulary";
import { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { readCustomerNames } from "#modules/customers/index.ts";
import { peopleDeletedThere } from "#modules/integrations/index.ts";
import { addTasksFor } from "#modules/work/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { later } from "#platform/events/domain-events.ts";
import { defineJob } from "#platform/jobs/job.ts";

/** As long as the law leaves whom somebody asked to erase them (GDPR, article 12): a deletion may be such a wish. */
const DAYS = 30;

/**
 * Asks whoever looks after a customer who was deleted in a connected system, whether to erase them here as well: a task, once a
 * deletion. Nothing is erased by itself, as a record is deleted for many reasons and what it bought stays true.
 */
export const askToEraseJob = defineJob({
  name: "customer-data.ask-to-erase",
  schema: z.object({
    companyId: z.uuid(),
    provider: z.enum(integrationProviders),
    customerIds: z.array(z.uuid()),
  }),
  async handler({ db, clock, events, completeIn, payload: { companyId, provider, customerIds } }) {
    const { name: system } = providerWords(provider);
    await withTenant(db, companyId, async (tx) => {
      // Who was erased or merged meanwhile is nobody's to decide on.
      const names = await readCustomerNames(tx, companyId, customerIds);
      await addTasksFor(tx, { clock, events }, companyId, {
        customerIds: [...names.keys()],
        title: `Deleted or merged in ${system}: erase or merge here as well, or keep and mark this as done`,
        dueAt: new Date(clock.now().getTime() + DAYS * DAY_MS),
        by: system,
      });
      for (const [targetId, { name }] of names)
        await recordAudit(
          tx,
          { job: true, companyId, askedBy: null },
          { action: "customer.deleted_there", target: name, targetId, after: { system } },
        );
      await completeIn(tx);
    });
  },
});

export const deletionsTold = later(peopleDeletedThere, askToEraseJob);
