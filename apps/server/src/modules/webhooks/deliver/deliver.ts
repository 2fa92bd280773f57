import { withTenant } from "#platform/db/transaction.ts";
import { defineJob, type JobRun } from "#platform/jobs/job.ts";
import { deliveryJob, type DeliveryTry } from "../delivery-job.ts";
import { messageIdOf } from "../delivery-rows.ts";
import { bodyOf } from "../messages/message-body.ts";
import { signatureHeaders } from "../secrets.ts";
import { readDue } from "./read-due.ts";
import { send, type Outcome } from "./send.ts";
import { holdBack, settle } from "./settle.ts";

const FROM_A_BACKUP =
  "Not sent: this installation was restored from a backup and tells nobody anything until it is released.";

/**
 * One try of one delivery. A worker that dies between the call and its record leaves the delivery as it was: the next one
 * sends it again under the same webhook-id. Those of one address go one after the other, so that a slow receiver holds
 * nobody else up.
 */
export const deliverJob = defineJob({
  ...deliveryJob,
  concurrency: 8,
  expireInSeconds: 120,
  handler: deliver,
  // Its worker died each time, or what was to be written could not be: this try counts as failed, and the next is planned.
  onExhausted: ({ db, payload, ...context }) =>
    withTenant(db, payload.companyId, (tx) => settle(tx, context, payload, lostOutcome)),
});

const lostOutcome: Outcome = {
  result: "failed",
  statusCode: null,
  failure: "The server stopped while this was being sent. It may have arrived.",
  answer: null,
  retryAfterMs: null,
  durationMs: 0,
};

async function deliver(run: JobRun<DeliveryTry>): Promise<void> {
  const { db, config, clock, outbound, secretKeys, signal, payload, completeIn } = run;
  const { companyId } = payload;
  const due = await withTenant(db, companyId, (tx) => readDue(tx, payload, clock.now()));
  if (due === null) return;
  if (due.isHeld || config.outgoingHold !== null)
    return withTenant(db, companyId, (tx) => holdBack(tx, payload, due.isHeld ? null : FROM_A_BACKUP));
  const body = bodyOf(due);
  const messageId = messageIdOf(due.messageId);
  const whose = { companyId, endpointId: due.endpointId };
  const headers = signatureHeaders(secretKeys, whose, due.sealedSecrets, {
    messageId,
    body,
    now: clock.now(),
  });
  const outcome = await send(outbound, { url: due.url, headers, body, signal });
  await withTenant(db, companyId, async (tx) => {
    await settle(tx, run, payload, outcome);
    await completeIn(tx);
  });
}
