import { MINUTE_MS } from "@forestay/contracts";
import type { Selectable } from "kysely";
import { readOpenBill, type payInvoice } from "#modules/integrations/index.ts";
import { recentTries } from "#modules/ledger/index.ts";
import type { DB } from "#platform/db/schema.gen.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { SAME_TRY_MS } from "./plan-case.ts";

export type TryRow = Selectable<DB["recovery_tries"]>;
type PayResult = Awaited<ReturnType<typeof payInvoice>>;
/** What a try came to; `forgotten`: nobody can say any more. */
export type Settled = Exclude<PayResult, { outcome: "unavailable" }> | { outcome: "forgotten" };

/** Why nothing was asked of the provider at all. */
const UNASKED: ReadonlySet<string> = new Set(["not_permitted", "held", "expired", "not_connected"]);

/**
 * What became of a try, without trying. Whose payment it was the provider says to `callAgain`: a bill that is paid is charged
 * no more, whatever is asked. Null, where it may have forgotten the key: a payment at a time at which it was asked is the try's
 * own, any other is the customer's.
 */
export async function lookBack(
  context: ModuleContext,
  companyId: string,
  one: TryRow,
  callAgain: (() => Promise<PayResult>) | null,
): Promise<Settled | Extract<PayResult, { outcome: "unavailable" }>> {
  const { source, invoice_source_id: invoiceSourceId, customer_id: customerId, asked_at: askedAt } = one;
  const lastAskedAt = one.asked_again_at ?? askedAt;
  const now = await readOpenBill(context, companyId, { source, invoiceSourceId });
  if (now === null) return { outcome: "not_tried", reason: "gone", nextAttemptAt: null };
  if ("kind" in now) return { outcome: "unavailable", retryAfterMs: now.retryAfterMs, message: now.message };
  if (now.status !== "paid") return { outcome: "forgotten" };
  if (callAgain !== null) {
    const said = await callAgain();
    // That we may not ask says nothing of whose payment it was: the times do then.
    const isUnasked = said.outcome === "not_tried" && UNASKED.has(said.reason);
    if (!isUnasked) return said;
  }
  const since = new Date(askedAt.getTime() - MINUTE_MS);
  const told = await withTenantClient(context.db, companyId, ({ client }) =>
    recentTries(client, companyId, [customerId], since),
  );
  const isOurs = told.some(
    (tried) =>
      tried.succeeded &&
      tried.source === source &&
      tried.invoiceSourceId === invoiceSourceId &&
      tried.atMs <= lastAskedAt.getTime() + SAME_TRY_MS,
  );
  return isOurs
    ? { outcome: "paid", paidMinor: now.paidMinor, currency: now.currency }
    : { outcome: "not_tried", reason: "paid", nextAttemptAt: null };
}
