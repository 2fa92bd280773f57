import { DAY_MS } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { notify } from "#modules/notifications/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { EventContext } from "#platform/events/domain-events.ts";
import { hostOf, type EndpointRow } from "../endpoint-rows.ts";
import { holdWaiting } from "../pause-webhook.ts";
import type { Outcome } from "./send.ts";

/** An address is stopped after nothing but failures for so long, and so many of them. */
const STOPPED_AFTER_MS = 3 * DAY_MS;
const STOPPED_AFTER_FAILURES = 10;

/** Keeps how an address does, and stops one that only fails or that wants no more. The caller has locked its row. */
export async function noteHealth(
  tx: Tx,
  context: EventContext,
  endpoint: EndpointRow,
  { result }: Pick<Outcome, "result">,
): Promise<void> {
  const now = context.clock.now();
  const hasArrived = result === "delivered";
  const failingSince = hasArrived ? null : (endpoint.failing_since ?? now);
  const failures = hasArrived ? 0 : endpoint.failures + 1;
  await tx
    .updateTable("webhook_endpoints")
    .set({
      failing_since: failingSince,
      failures,
      ...(hasArrived ? { last_delivered_at: now } : {}),
    })
    .where("company_id", "=", endpoint.company_id)
    .where("id", "=", endpoint.id)
    .execute();
  if (failingSince === null || endpoint.status === "stopped") return;
  const isHopeless =
    now.getTime() - failingSince.getTime() >= STOPPED_AFTER_MS && failures >= STOPPED_AFTER_FAILURES;
  if (result === "gone") await stop(tx, context, endpoint, "The receiver answered 410: it wants no more.");
  else if (isHopeless)
    await stop(tx, context, endpoint, `Nothing has arrived for three days, in ${failures} tries.`);
}

async function stop(tx: Tx, context: EventContext, endpoint: EndpointRow, because: string): Promise<void> {
  const { company_id: companyId, id } = endpoint;
  await tx
    .updateTable("webhook_endpoints")
    .set({ status: "stopped", stopped_because: because })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
  await holdWaiting(tx, companyId, id);
  await recordAudit(
    tx,
    { job: true, companyId, askedBy: null },
    { action: "webhook.stopped", target: hostOf(endpoint), targetId: id, after: { because } },
  );
  await notify(tx, context, {
    companyId,
    recipients: { policy: "company:manage" },
    kind: "webhook_stopped",
    type: "Warning",
    title: `The webhook to ${hostOf(endpoint)} was stopped`,
    message: `${because} What happens from now on is held back for 30 days; resume it and send that again once the receiver is well.`,
    actionUrl: "/settings?section=webhooks",
    actionText: "Open webhooks",
    dedupeKey: `webhook:${id}`,
  });
}
