import { DAY_MS } from "@forestay/contracts";
import { integrationProviders, type IntegrationProvider } from "@forestay/contracts/vocabulary";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { defineJob, type JobRun } from "#platform/jobs/job.ts";
import { integrationFailed } from "../events.ts";
import { findIntegration, tellChange, type IntegrationRow } from "../integration-rows.ts";
import { loseAccess } from "../lose-access.ts";
import { ProviderError } from "../provider-error.ts";
import { openStored } from "../providers.ts";
import { enqueuePosting, postJob } from "./post-job.ts";
import { changePost, findDue, findNextTurn, type PostRow } from "./post-rows.ts";
import type { PostOutcome } from "../posting.ts";

/** What waited longer is no news any more. */
const TOO_OLD_MS = DAY_MS;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 15 * 60_000;
const FROM_A_BACKUP =
  "Not posted: this installation was restored from a backup and tells nobody anything until it is released.";

type Run = JobRun<{ companyId: string; provider: IntegrationProvider }>;

/**
 * Posts what waits, a message a second and channel. Each is marked before it is sent: one that a worker died over may have
 * arrived, and is not sent again by itself.
 */
export const sendPostsJob = defineJob({
  ...postJob,
  concurrency: 2,
  expireInSeconds: 600,
  async handler(run) {
    const { companyId, provider } = run.payload;
    try {
      await sendAll(run);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // What waits goes on when somebody connects it again.
      if (error.failure === "expired") return loseAccess(run, companyId, provider, error.message);
      return needPerson(run, error.message);
    }
  },
});

async function sendAll(run: Run): Promise<void> {
  const { db, clock, jobs, signal } = run;
  const { companyId, provider } = run.payload;
  await withTenant(db, companyId, (tx) => giveUpOld(tx, run));
  for (let hasTried = false; ; hasTried = true) {
    signal.throwIfAborted();
    const due = await withTenant(db, companyId, async (tx) => {
      const row = await findIntegration(tx, companyId, provider);
      if (!row || row.status === "TokenExpired" || row.status === "Error") return null;
      const post = await findDue(tx, companyId, provider, clock.now());
      if (!post) {
        // Only after a message: the minute's schedule finds what is left.
        const next = hasTried ? await findNextTurn(tx, companyId, provider, clock.now()) : null;
        if (next !== null) await enqueuePosting(tx, jobs, companyId, provider, next);
        return null;
      }
      const mark = { status: "sending" as const, triedAt: clock.now(), attempts: post.attempts + 1 };
      return (await changePost(tx, companyId, post.id, ["waiting"], mark)) ? { row, post } : null;
    });
    if (due === null) return;
    await send(run, due.row, due.post);
  }
}

async function send(run: Run, row: IntegrationRow, post: PostRow): Promise<void> {
  const { db, clock, config } = run;
  const { companyId, provider } = run.payload;
  const { posting } = openStored(run, row, run.signal);
  if (posting === undefined) throw new TypeError(`${provider} has no channels`);
  let outcome: PostOutcome;
  try {
    outcome =
      config.outgoingHold === null
        ? await posting.post({ ...messageOf(post), doneValue: doneValueOf(config, row, post) })
        : { result: "refused", reason: FROM_A_BACKUP, isOfChannel: false };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // Nothing was done with it: it waits for access.
    await withTenant(db, companyId, (tx) =>
      changePost(tx, companyId, post.id, ["sending"], { status: "waiting", nextTryAt: clock.now() }),
    );
    throw error;
  }
  await withTenant(db, companyId, (tx) => settle(tx, run, post, outcome));
}

const messageOf = (post: PostRow) => ({
  channelId: post.channel_id,
  title: post.title,
  text: post.text,
  link: post.link_url === null ? null : { url: post.link_url, label: post.link_label ?? "Open" },
});

/**
 * What a button of this message tells; null where nothing is to be done, or where nobody would tell us of a press: no signing
 * secret is set, or the app there is another than the one that it is of.
 */
function doneValueOf({ providers }: Run["config"], row: IntegrationRow, post: PostRow): string | null {
  const { sandbox, client } = providers[row.provider];
  const { signingSecret = "" } = (row.is_sandbox ? sandbox?.client : client) ?? {};
  return signingSecret !== "" &&
    row.credential === null &&
    post.customer_id !== null &&
    post.step_title !== null
    ? post.id
    : null;
}

/** Has a message say that its step is done, and by whom; it has no button any more. */
export const showDoneJob = defineJob({
  name: "integrations.show-done",
  schema: z.object({
    companyId: z.uuid(),
    provider: z.enum(integrationProviders),
    postId: z.uuid(),
    channelId: z.string(),
    messageId: z.string(),
  }),
  retryLimit: 6,
  async handler(run) {
    const { db, log, payload, config } = run;
    const { companyId, provider, postId, channelId, messageId } = payload;
    if (config.outgoingHold !== null) return;
    const found = await withTenant(db, companyId, async (tx) => {
      const row = await findIntegration(tx, companyId, provider);
      const { rows } = await sql<PostRow>`select * from integration_posts
        where company_id = ${companyId} and id = ${postId} and done_at is not null`.execute(tx);
      return row && rows[0] ? { row, post: rows[0] } : null;
    });
    if (found === null) return;
    const { row, post } = found;
    const { step_title: step, done_by: by } = post;
    try {
      await openStored(run, row, run.signal).posting?.replace(messageId, {
        ...messageOf(post),
        channelId,
        text: `${post.text}\nDone by ${by ?? "somebody"}: ${step ?? ""}`,
        doneValue: null,
      });
    } catch (error) {
      if (!(error instanceof ProviderError) || error.failure === "passing") throw error;
      // It is done all the same; what stands in the chat is old.
      log.warn({ provider, reason: error.message }, "a message was not replaced");
    }
  },
});

async function settle(tx: Tx, run: Run, post: PostRow, outcome: PostOutcome): Promise<void> {
  const { companyId, provider } = run.payload;
  const now = run.clock.now();
  const change = (changes: Parameters<typeof changePost>[4]) =>
    changePost(tx, companyId, post.id, ["sending"], changes);
  if (outcome.result === "posted") {
    await change({ status: "posted", postedAt: now });
    await sql`update integration_channels set problem = null
      where company_id = ${companyId} and provider = ${provider} and channel_id = ${post.channel_id}
        and problem is not null`.execute(tx);
  } else if (outcome.result === "later") {
    const grown = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** post.attempts);
    const nextTryAt = new Date(now.getTime() + (outcome.retryAfterMs ?? grown));
    await change({ status: "waiting", nextTryAt });
  } else {
    await change({ status: outcome.result === "unsure" ? "unsure" : "failed", failure: outcome.reason });
    if (outcome.result === "refused" && outcome.isOfChannel) await noteChannel(tx, run, post, outcome.reason);
  }
  await tellChange(tx, companyId, provider);
}

/** A channel that does not take messages is everybody's who may choose another: said once, until it takes one again. */
async function noteChannel(tx: Tx, run: Run, post: PostRow, reason: string): Promise<void> {
  const { companyId, provider } = run.payload;
  const { numAffectedRows } = await sql`update integration_channels set problem = ${reason}
    where company_id = ${companyId} and provider = ${provider} and channel_id = ${post.channel_id}
      and problem is null`.execute(tx);
  if ((numAffectedRows ?? 0n) === 0n) return;
  await run.events.emit(tx, integrationFailed, {
    companyId,
    provider,
    runId: randomUUID(),
    isExpired: false,
    message: `#${post.channel_name} does not take messages: ${reason}`,
  });
}

/** What is found as a worker left it may have arrived; what waited too long is told nobody any more. */
async function giveUpOld(tx: Tx, { clock, payload: { companyId, provider } }: Run): Promise<void> {
  await sql`update integration_posts set status = 'unsure',
      failure = 'The server stopped while this was being posted. It may be there: look before you post it again.'
    where company_id = ${companyId} and provider = ${provider} and status = 'sending'`.execute(tx);
  await sql`update integration_posts set status = 'failed', next_try_at = null,
      failure = 'It waited for more than a day and is no news any more.'
    where company_id = ${companyId} and provider = ${provider} and status = 'waiting'
      and created_at < ${new Date(clock.now().getTime() - TOO_OLD_MS)}`.execute(tx);
}

/** Trying again by itself would not mend it. */
async function needPerson(
  { db, events, payload: { companyId, provider } }: Run,
  message: string,
): Promise<void> {
  await withTenant(db, companyId, async (tx) => {
    const { numAffectedRows } = await sql`update integrations set status = 'Error', last_error = ${message}
      where company_id = ${companyId} and provider = ${provider} and status = 'Connected'`.execute(tx);
    if ((numAffectedRows ?? 0n) === 0n) return;
    await tellChange(tx, companyId, provider);
    await events.emit(tx, integrationFailed, {
      companyId,
      provider,
      runId: randomUUID(),
      isExpired: false,
      message,
    });
  });
}
