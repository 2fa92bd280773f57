import { cancelDecided } from "#modules/cancel-flow/index.ts";
import { clientUnder } from "#platform/db/transaction.ts";
import { on } from "#platform/events/domain-events.ts";
import { forgetCardsOf } from "./cards/read-cards.ts";
import { keepCasesOf } from "./keep-cases.ts";

/**
 * Whoever cancels in our own flow is not dunned until their provider hears of it: in the transaction of their word what is open
 * ends, and nothing that waits leaves (decision 0182). One who thinks better of it is worked on again.
 */
export const followCancelFlow = on(
  cancelDecided,
  async (tx, { companyId, customerId, outcome }, { clock }) => {
    // Also by the job once this is committed: one that looks at the same customer now may not see their word yet.
    await tx
      .insertInto("recovery_marks")
      .values({ company_id: companyId, customer_id: customerId })
      .execute();
    await keepCasesOf({ tx, client: clientUnder(tx) }, companyId, [customerId], clock.now());
    if (outcome === "canceled") await forgetCardsOf(tx, companyId, customerId);
  },
);
