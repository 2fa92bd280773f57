import type { MailContent } from "@forestay/contracts";
import { listCompanyIds } from "#modules/companies/index.ts";
import { refreshStatistics } from "#modules/customers/index.ts";
import { keepInOutbox, openSmtpLine, type Delivery, type SmtpLine } from "#modules/mail/index.ts";
import { withTenant, withTenantClient, type Tx } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import type { JobRun } from "#platform/jobs/job.ts";
import { readContent } from "../content/keep-content.ts";
import type { PreparedContent } from "../content/prepare-content.ts";
import { readSending } from "../sending-settings.ts";
import { claimDue, nextDueAt, settleInterrupted, type ClaimedMessage } from "./claim-due.ts";
import {
  addressesIn,
  composeMessage,
  keepLinks,
  privateKeyOf,
  writeMessage,
  type Composing,
} from "./compose-message.ts";
import { sendQueue } from "./send-queue.ts";
import { settle } from "./settle.ts";

type Run = JobRun<{ companyId: string }>;

/** Connections to the mail server. */
const LINES = 5;
/**
 * Messages taken at a time: as many as leave in half a second at the pace of the batch before, within these bounds. A worker that
 * dies leaves three batches in doubt at most.
 */
const FIRST_BATCH = 100;
const SMALLEST_BATCH = 20;
const LARGEST_BATCH = 500;
const BATCH_MS = 500;
/**
 * How long after it was taken a message may be handed over. What has not been by then is taken anew, when it is asked again who
 * is not written to and what is paused: so nothing leaves longer after that, however slow the mail server has become.
 */
const TAKEN_FOR_MS = 3000;
/** One run ends after so many, so that other companies come to their turn. */
const MOST_PER_RUN = 20_000;

/**
 * Sends a company's due messages, each at most once: a message says 'sending' before the first word to the server, and one
 * that is found like that by the next run was left by a crash and is not sent again. What cannot leave without a mail server,
 * or from a restored copy, stays in the outbox. Whoever writes messages enqueues the same job (send-queue.ts).
 */
export const sendJob = defineCompanyJob({
  name: "customer-mail.send",
  cron: "* * * * *",
  listCompanyIds,
  async isDue(tx, companyId, now) {
    const next = await nextDueAt(tx, companyId);
    return next !== null && next <= now;
  },
  concurrency: 4,
  retryLimit: 20,
  handler: sendDue,
});

async function sendDue(run: Run): Promise<void> {
  const { db, config, clock, signal, payload, jobs } = run;
  const { companyId } = payload;
  const smtpUrl = config.outgoingHold === null ? config.smtpUrl : null;
  await withTenant(db, companyId, (tx) => settleInterrupted(tx, companyId, clock.now()));
  // A campaign's messages were written a moment ago: each batch would read all of them to find its own.
  await withTenantClient(db, companyId, ({ client }) =>
    refreshStatistics(client, companyId, ["customer_messages"]),
  );
  const lines = smtpUrl === null ? [] : Array.from({ length: LINES }, () => openSmtpLine(smtpUrl));
  const known: Known = { contents: new Map(), links: new Map(), prepared: new Map() };
  const handing = createHanding(run, lines);
  let sent = 0;
  try {
    for (let isMore = true; isMore && sent < MOST_PER_RUN;) {
      signal.throwIfAborted();
      const batch = await withTenant(db, companyId, async (tx) => {
        const taken = await take(tx, run, known, handing.batch());
        // Nothing leaves, so that nothing is in doubt: taken and kept, or neither.
        if (smtpUrl === null) await keep(tx, taken.composing, taken.claimed);
        return taken;
      });
      if (smtpUrl !== null && batch.claimed.length > 0) await handing.begin(batch.composing, batch.claimed);
      // What was looked at waits for what is on its way to the same addresses.
      else await handing.end();
      sent += batch.claimed.length;
      isMore = handing.hasGivenBack() || batch.looked > 0;
    }
    await handing.end();
  } finally {
    await handing.end().catch(() => undefined);
    for (const line of lines) line.close();
  }
  if (sent >= MOST_PER_RUN)
    await withTenant(db, companyId, (tx) =>
      jobs.enqueue(tx, sendQueue, { companyId }, { singletonKey: companyId, groupKey: companyId }),
    );
}

/** What messages of a run say and lead to, read once. */
interface Known {
  contents: Map<string, MailContent>;
  links: Map<string, string>;
  prepared: Map<string, PreparedContent>;
}

async function take(
  tx: Tx,
  { config, clock, secretKeys, payload: { companyId } }: Run,
  { contents, links, prepared }: Known,
  limit: number,
): Promise<{ claimed: ClaimedMessage[]; looked: number; composing: Composing }> {
  const now = clock.now();
  const sending = await readSending(tx, companyId);
  // Before anything is taken: without its key nothing could be composed.
  const privateKey = privateKeyOf(secretKeys, companyId, sending);
  const look = await claimDue(tx, companyId, { sending, now, limit });
  for (const id of new Set(look.claimed.map(({ contentId }) => contentId))) {
    if (contents.has(id)) continue;
    const content = await readContent(tx, companyId, id);
    contents.set(id, content);
    for (const [url, linkId] of await keepLinks(tx, companyId, addressesIn(content))) links.set(url, linkId);
  }
  const composing = { config, secretKeys, companyId, sending, contents, links, prepared, privateKey, now };
  return { ...look, composing };
}

/**
 * Hands batches over one after the other. While one is on its way the next is taken, and what became of the one before is
 * written: the mail server does not wait for the database.
 */
function createHanding({ db, clock, log, payload: { companyId } }: Run, lines: readonly SmtpLine[]) {
  let delivering: Promise<unknown> = Promise.resolve();
  let settling: Promise<unknown> = Promise.resolve();
  let batch = FIRST_BATCH;
  let hasGivenBack = false;
  async function handOver(composing: Composing, claimed: readonly ClaimedMessage[]): Promise<void> {
    const startedAt = performance.now();
    const until = new Date(composing.now.getTime() + TAKEN_FOR_MS);
    const handed = await deliverAll(log, composing, claimed, lines, () => clock.now() >= until);
    const perMs = handed.length / Math.max(1, performance.now() - startedAt);
    batch = Math.min(LARGEST_BATCH, Math.max(SMALLEST_BATCH, Math.round(perMs * BATCH_MS)));
    const isHanded = new Set(handed.map(({ message }) => message));
    const late = claimed.filter((message) => !isHanded.has(message));
    if (late.length > 0) hasGivenBack = true;
    const endings = [
      ...handed,
      ...late.map((message) => ({ message, ending: { outcome: "late" } as const })),
    ];
    await settling;
    settling = withTenant(db, companyId, (tx) => settle(tx, companyId, endings, clock.now()));
    // Thrown to whoever waits for it next.
    settling.catch(() => undefined);
  }
  return {
    /** How many to take next. */
    batch: () => batch,
    /** Whether something was given back since this was asked last: it is due still. */
    hasGivenBack(): boolean {
      const has = hasGivenBack;
      hasGivenBack = false;
      return has;
    },
    /** Returns as soon as the batch before is through. */
    async begin(composing: Composing, claimed: readonly ClaimedMessage[]): Promise<void> {
      await delivering;
      delivering = handOver(composing, claimed);
      delivering.catch(() => undefined);
    },
    /** Everything is through, and written. */
    async end(): Promise<void> {
      await delivering;
      await settling;
    },
  };
}

/** Each line takes the next message until there is none, or it is too late for more: those are not among what is returned. */
async function deliverAll(
  log: Run["log"],
  composing: Composing,
  claimed: readonly ClaimedMessage[],
  lines: readonly SmtpLine[],
  isLate: () => boolean,
): Promise<{ message: ClaimedMessage; ending: Delivery }[]> {
  const waiting = [...claimed];
  const endings: { message: ClaimedMessage; ending: Delivery }[] = [];
  await Promise.all(
    lines.map(async (line) => {
      while (!isLate()) {
        const message = waiting.shift();
        if (message === undefined) return;
        const ending = await deliver(composing, message, line);
        if (ending.outcome !== "sent")
          log.warn(
            { messageId: message.id, outcome: ending.outcome, reason: ending.reason },
            "message not delivered",
          );
        endings.push({ message, ending });
      }
    }),
  );
  return endings;
}

async function deliver(composing: Composing, message: ClaimedMessage, line: SmtpLine): Promise<Delivery> {
  try {
    const { raw, from } = await writeMessage(composing, message);
    // What comes back later has to come here, whoever the message says it is from.
    const sender = composing.config.bounceAddress ?? from;
    return await line.deliver({ from: sender, to: message.address }, raw);
  } catch (error) {
    // Not a word of it went out.
    const reason = `It could not be written: ${(error as Error).message}`;
    return { outcome: "refused", isPermanent: true, isAddress: false, reason };
  }
}

/** Without a mail server: into the outbox, where people read it. */
async function keep(tx: Tx, composing: Composing, claimed: readonly ClaimedMessage[]): Promise<void> {
  const { companyId, now } = composing;
  if (claimed.length === 0) return;
  for (const message of claimed) {
    const { raw, html, text, subject, messageId, unsubscribeUrl } = await composeMessage(composing, message);
    await keepInOutbox(tx, {
      companyId,
      uniqueKey: `customer:${companyId}:${message.uniqueKey}`,
      to: message.address,
      subject,
      messageId,
      raw,
      html,
      text,
      secrets: [unsubscribeUrl],
      at: now,
    });
  }
  const endings = claimed.map((message) => ({ message, ending: { outcome: "kept" } as const }));
  await settle(tx, companyId, endings, now);
}
