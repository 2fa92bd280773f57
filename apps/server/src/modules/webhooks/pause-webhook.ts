import type { Webhook } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { getWebhook, hostOf, lockEndpoint } from "./endpoint-rows.ts";

type Context = Pick<ModuleContext, "db" | "clock">;

/** Sends nothing to an address for now; twice is once. Throws `invalid_state` for one that was stopped. */
export async function pauseWebhook({ db, clock }: Context, user: CompanyUser, id: string): Promise<Webhook> {
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    const row = await lockEndpoint(tx, companyId, id);
    if (row.status === "stopped")
      throw new AppError("invalid_state", { message: "This webhook is stopped already: nothing is sent." });
    if (row.status === "active") {
      await tx
        .updateTable("webhook_endpoints")
        .set({ status: "paused" })
        .where("company_id", "=", companyId)
        .where("id", "=", id)
        .execute();
      await holdWaiting(tx, companyId, id);
      await recordAudit(tx, user, { action: "webhook.paused", target: hostOf(row), targetId: id });
    }
    return getWebhook(tx, companyId, clock.now(), id);
  });
}

/** Sends what happens from now on; what was held back waits for its replay. Twice is once. */
export async function resumeWebhook({ db, clock }: Context, user: CompanyUser, id: string): Promise<Webhook> {
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    const row = await lockEndpoint(tx, companyId, id);
    if (row.status !== "active") {
      await tx
        .updateTable("webhook_endpoints")
        .set({ status: "active", stopped_because: null, failing_since: null, failures: 0 })
        .where("company_id", "=", companyId)
        .where("id", "=", id)
        .execute();
      await recordAudit(tx, user, { action: "webhook.resumed", target: hostOf(row), targetId: id });
    }
    return getWebhook(tx, companyId, clock.now(), id);
  });
}

/** Holds back all that waits for an address, whose jobs then find nothing to do. */
export async function holdWaiting(tx: Tx, companyId: string, endpointId: string): Promise<void> {
  await tx
    .updateTable("webhook_deliveries")
    .set({ status: "held", next_attempt_at: null })
    .where("company_id", "=", companyId)
    .where("endpoint_id", "=", endpointId)
    .where("status", "=", "waiting")
    .execute();
}
