import { randomUUID } from "node:crypto";
import {
  PRODUCT_NAME,
  WEBHOOK_TEST_KIND,
  webhookData,
  type replayBody,
  type WebhookDelivery,
} from "@forestay/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { deliveryJob } from "./delivery-job.ts";
import { getDelivery } from "./delivery-rows.ts";
import { hostOf, lockEndpoint, type EndpointRow } from "./endpoint-rows.ts";
import { spreadJob } from "./messages/spread-messages.ts";

type Context = Pick<ModuleContext, "db" | "clock" | "jobs">;

/** Sends a test to an address, also one that is paused or stopped: it is tried once. Throws `not_found`. */
export async function testWebhook(
  { db, clock, jobs }: Context,
  user: CompanyUser,
  id: string,
): Promise<WebhookDelivery> {
  const { companyId } = user;
  const now = clock.now();
  return withTenant(db, companyId, async (tx) => {
    const endpoint = await lockEndpoint(tx, companyId, id);
    const data = webhookData.ping.parse({ message: `A test from ${PRODUCT_NAME}. Nothing has happened.` });
    const message = await tx
      .insertInto("webhook_messages")
      .values({
        company_id: companyId,
        kind: WEBHOOK_TEST_KIND,
        dedupe_key: `${WEBHOOK_TEST_KIND}:${randomUUID()}`,
        occurred_at: now,
        data: JSON.stringify(data),
        spread_at: now,
        created_at: now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const delivery = await tx
      .insertInto("webhook_deliveries")
      .values({
        company_id: companyId,
        endpoint_id: id,
        message_id: message.id,
        kind: WEBHOOK_TEST_KIND,
        status: "waiting",
        is_queued: true,
        next_attempt_at: now,
        created_at: now,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await jobs.enqueue(
      tx,
      deliveryJob,
      { companyId, deliveryId: delivery.id, turn: 0 },
      { groupKey: id, priority: 1 },
    );
    await recordAudit(tx, user, { action: "webhook.tested", target: hostOf(endpoint), targetId: id });
    return getDelivery(tx, companyId, { endpointId: id, deliveryId: delivery.id });
  });
}

/** Sends one delivery again, whatever became of it. Throws `not_found`; `invalid_state` while it waits or its address sends nothing. */
export async function replayDelivery(
  context: Context,
  user: CompanyUser,
  which: { endpointId: string; deliveryId: string },
): Promise<WebhookDelivery> {
  const { companyId } = user;
  return withTenant(context.db, companyId, async (tx) => {
    const endpoint = await lockEndpoint(tx, companyId, which.endpointId);
    requireActive(endpoint);
    const { status } = await getDelivery(tx, companyId, which);
    if (status === "waiting")
      throw new AppError("invalid_state", { message: "This delivery waits already to be sent." });
    await planAgain(tx, context, endpoint, sql`id = ${which.deliveryId}`);
    await recordAudit(tx, user, {
      action: "webhook.replayed",
      target: hostOf(endpoint),
      targetId: endpoint.id,
      after: { deliveries: 1 },
    });
    return getDelivery(tx, companyId, which);
  });
}

/** Sends again all that failed or was held back since then. Throws as replayDelivery. */
export async function replayAll(
  context: Context,
  user: CompanyUser,
  id: string,
  { since }: z.output<typeof replayBody>,
): Promise<{ replayed: number }> {
  const { companyId } = user;
  return withTenant(context.db, companyId, async (tx) => {
    const endpoint = await lockEndpoint(tx, companyId, id);
    requireActive(endpoint);
    const replayed = await planAgain(
      tx,
      context,
      endpoint,
      sql`status in ('failed', 'held') and kind <> ${WEBHOOK_TEST_KIND}
        and created_at >= ${since ?? "-infinity"}::timestamptz`,
    );
    if (replayed > 0)
      await recordAudit(tx, user, {
        action: "webhook.replayed",
        target: hostOf(endpoint),
        targetId: id,
        after: { deliveries: replayed, since },
      });
    return { replayed };
  });
}

function requireActive({ status }: EndpointRow): void {
  if (status !== "active")
    throw new AppError("invalid_state", { message: "Nothing is sent to this address: resume it first." });
}

/** As new, under the message they had: their jobs come from the spreading one, however many they are. */
async function planAgain(
  tx: Tx,
  { jobs, clock }: Context,
  { company_id: companyId, id }: EndpointRow,
  which: ReturnType<typeof sql>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries
    set status = 'waiting', turn = turn + 1, is_queued = false, attempts = 0, next_attempt_at = ${clock.now()}
    where company_id = ${companyId} and endpoint_id = ${id} and ${which}`.execute(tx);
  await jobs.enqueue(tx, spreadJob.company, { companyId }, { singletonKey: companyId, groupKey: companyId });
  return Number(numAffectedRows ?? 0);
}
