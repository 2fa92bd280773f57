import { WEBHOOK_CUSTOMERS } from "@forestay/contracts";
import { campaignStepReached } from "#modules/campaigns/index.ts";
import { readExternalIds } from "#modules/customers/index.ts";
import { on } from "#platform/events/domain-events.ts";
import { writeMessages, type Message } from "../messages/write-messages.ts";

export const campaignNews = [
  // In the transaction of the step: a worker killed in it has told nobody, and one that goes on tells nobody twice.
  on(campaignStepReached, async (tx, { companyId, customerIds, name, ...step }, context) => {
    const externalIds = await readExternalIds(tx, companyId, customerIds);
    const customers = customerIds
      .filter((id) => externalIds.has(id))
      .map((id) => ({ id, externalId: externalIds.get(id) ?? null }));
    const messages: Message[] = [];
    for (let at = 0; at < customers.length; at += WEBHOOK_CUSTOMERS) {
      const some = customers.slice(at, at + WEBHOOK_CUSTOMERS);
      messages.push({
        kind: "campaign.step_reached",
        // Each customer comes to a step once, so that the first of a part names it.
        key: `${step.campaignId}:${step.stepId}:${some[0]?.id}`,
        at: context.clock.now(),
        data: {
          campaignId: step.campaignId,
          campaignName: name,
          stepId: step.stepId,
          stepName: step.stepName,
          customers: some,
        },
      });
    }
    await writeMessages(tx, context, companyId, messages);
  }),
];
