import { WEBHOOK_TEST_KIND } from "@forestay/contracts";
import type { Tx } from "#platform/db/transaction.ts";
import type { EventContext } from "#platform/events/domain-events.ts";
import { deliveryJob, type DeliveryTry } from "../delivery-job.ts";
import { noteHealth } from "./note-health.ts";
import { pauseAfter } from "./retry-pauses.ts";
import type { Outcome } from "./send.ts";

/** How long a delivery waits whose host was called too often by this server; it counts as no try. */
const BUSY_PAUSE_MS = 5000;

/**
 * Writes what became of one try and plans the next one. A delivery that was planned anew meanwhile keeps its new plan;
 * one that was held back stays so, unless it has arrived. The address is locked first, as by whoever pauses it.
 */
export async function settle(
  tx: Tx,
  context: EventContext,
  { companyId, deliveryId, turn }: DeliveryTry,
  outcome: Outcome,
): Promise<void> {
  const now = context.clock.now();
  const endpoint = await tx
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", (eb) =>
      eb
        .selectFrom("webhook_deliveries")
        .select("endpoint_id")
        .where("company_id", "=", companyId)
        .where("id", "=", deliveryId),
    )
    .forUpdate()
    .executeTakeFirst();
  if (!endpoint) return;
  const delivery = await tx
    .selectFrom("webhook_deliveries")
    .select(["attempts", "status", "kind"])
    .where("company_id", "=", companyId)
    .where("id", "=", deliveryId)
    .where("turn", "=", turn)
    .where("status", "in", ["waiting", "held"])
    .forUpdate()
    .executeTakeFirst();
  if (!delivery) return;
  const isBusy = outcome.result === "busy";
  const attempts = delivery.attempts + (isBusy ? 0 : 1);
  const isOver = delivery.kind === WEBHOOK_TEST_KIND && !isBusy;
  const mayTryAgain = (outcome.result === "failed" && !isOver) || isBusy;
  const pauseMs = isBusy ? BUSY_PAUSE_MS : pauseAfter(attempts, outcome.retryAfterMs);
  const runAt = mayTryAgain && pauseMs !== null ? new Date(now.getTime() + pauseMs) : null;
  const status = statusAfter(outcome, delivery.status, runAt !== null);
  const isPlanned = status === "waiting" && runAt !== null;
  await tx
    .updateTable("webhook_deliveries")
    .set({
      status,
      attempts,
      next_attempt_at: isPlanned ? runAt : null,
      ...(isPlanned ? { turn: turn + 1 } : {}),
      ...(isBusy
        ? {}
        : {
            last_attempt_at: now,
            status_code: outcome.statusCode,
            duration_ms: outcome.durationMs,
            failure: outcome.failure,
            answer: outcome.answer,
          }),
    })
    .where("company_id", "=", companyId)
    .where("id", "=", deliveryId)
    .execute();
  if (isPlanned)
    await context.jobs.enqueue(
      tx,
      deliveryJob,
      { companyId, deliveryId, turn: turn + 1 },
      { groupKey: endpoint.id, runAt },
    );
  // A test says nothing of how the address does: somebody is trying it out.
  if (!isBusy && delivery.kind !== WEBHOOK_TEST_KIND) await noteHealth(tx, context, endpoint, outcome);
}

function statusAfter({ result }: Outcome, before: string, goesOn: boolean) {
  if (result === "delivered") return "delivered";
  if (before === "held") return "held";
  return goesOn ? "waiting" : "failed";
}

/** Leaves a delivery for a person to replay, with a reason where it is not that of its address. */
export async function holdBack(
  tx: Tx,
  { companyId, deliveryId, turn }: DeliveryTry,
  failure: string | null,
): Promise<void> {
  await tx
    .updateTable("webhook_deliveries")
    .set({ status: "held", next_attempt_at: null, ...(failure === null ? {} : { failure }) })
    .where("company_id", "=", companyId)
    .where("id", "=", deliveryId)
    .where("turn", "=", turn)
    .where("status", "=", "waiting")
    .execute();
}
