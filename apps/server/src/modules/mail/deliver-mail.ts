import { z } from "zod";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import { defineJob, type ExhaustedRun, type JobRun } from "#platform/jobs/job.ts";
import { deliverBySmtp } from "./smtp-delivery.ts";

const payload = z.object({ mailId: z.uuid() });
type Payload = z.output<typeof payload>;

const INTERRUPTED =
  "The server stopped while this mail was being sent; it may have arrived and is not sent again.";

/**
 * Takes one mail to the SMTP server, at most once: the row says 'sending' before the first word to the server, and
 * whoever finds it like that later knows that it may have left. Refusals for the moment are tried
 * again for about an hour.
 */
export const deliverMail = defineJob({
  name: "mail.deliver",
  schema: payload,
  concurrency: 4,
  retryLimit: 16,
  retryDelaySeconds: 5,
  expireInSeconds: 300,
  handler: runDelivery,
  onExhausted: giveUp,
});

async function runDelivery(run: JobRun<Payload>): Promise<void> {
  const { db, clock, config, log } = run;
  const { mailId } = run.payload;
  const mail = await withSystem(db, (tx) => claim(tx, mailId));
  if (mail === null) return;
  if (config.smtpUrl === null) {
    return withSystem(db, (tx) => settle(tx, mailId, { status: "kept", failure: null, sentAt: null }));
  }
  const delivery = await deliverBySmtp(config.smtpUrl, { from: addressOf(mail.raw), to: mail.to }, mail.raw);
  if (delivery.outcome === "sent") {
    return withSystem(db, (tx) => settle(tx, mailId, { status: "sent", failure: null, sentAt: clock.now() }));
  }
  log.warn({ mailId, outcome: delivery.outcome, reason: delivery.reason }, "mail not delivered");
  if (delivery.outcome === "unknown") {
    return withSystem(db, (tx) =>
      settle(tx, mailId, { status: "unknown", failure: delivery.reason, sentAt: null }),
    );
  }
  const isOver = delivery.isPermanent || run.isLastAttempt;
  await withSystem(db, (tx) =>
    settle(tx, mailId, { status: isOver ? "failed" : "queued", failure: delivery.reason, sentAt: null }),
  );
  if (!isOver) throw new Error(`mail refused for now: ${delivery.reason}`);
}

/** Takes a waiting mail; one found in the middle of sending was left there by a crash, and its fate is unknown. */
async function claim(tx: Tx, mailId: string): Promise<{ raw: Buffer; to: string } | null> {
  const mail = await tx
    .updateTable("mails")
    .set({ status: "sending" })
    .where("id", "=", mailId)
    .where("status", "=", "queued")
    .returning(["raw", "to_address as to"])
    .executeTakeFirst();
  if (mail) return mail;
  await tx
    .updateTable("mails")
    .set({ status: "unknown", failure: INTERRUPTED })
    .where("id", "=", mailId)
    .where("status", "=", "sending")
    .execute();
  return null;
}

/** Writes how it ended. 'unknown' too may still turn out otherwise: its sender was slow and not dead. */
async function settle(
  tx: Tx,
  mailId: string,
  end: {
    status: "sent" | "failed" | "queued" | "unknown" | "kept";
    failure: string | null;
    sentAt: Date | null;
  },
): Promise<void> {
  await tx
    .updateTable("mails")
    .set({ status: end.status, failure: end.failure?.slice(0, 2000) ?? null, sent_at: end.sentAt })
    .where("id", "=", mailId)
    .where("status", "in", ["sending", "unknown"])
    .execute();
}

/** No attempt is left, also where the worker was killed each time. */
async function giveUp({ db, payload: { mailId }, reason }: ExhaustedRun<Payload>): Promise<void> {
  await withSystem(db, async (tx) => {
    await claim(tx, mailId).then((waiting) =>
      waiting === null ? undefined : settle(tx, mailId, { status: "failed", failure: reason, sentAt: null }),
    );
  });
}

/** The sender as the bytes say it, so that envelope and header agree whatever the settings are by now. */
function addressOf(raw: Buffer): string {
  const from = /^From:.*?<([^>]+)>/im.exec(raw.subarray(0, 4096).toString("latin1"))?.[1];
  if (from === undefined) throw new Error("A composed mail has no sender");
  return from;
}
