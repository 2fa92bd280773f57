import type { IncomingHttpHeaders } from "node:http";
import { sql } from "kysely";
import { z } from "zod";
import { withSystem, withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { ofCompany } from "#platform/jobs/company-job.ts";
import type { ModuleContext } from "#platform/module.ts";
import { isSignedBySlack } from "./connectors/slack/signature.ts";
import { DONE_ACTION } from "./connectors/slack/slack-api.ts";
import { stepDoneThere } from "./events.ts";
import { findIntegration } from "./integration-rows.ts";
import type { PostRow } from "./posting/post-rows.ts";
import { showDoneJob } from "./posting/send-posts.ts";
import { probeJob } from "./probe.ts";

type Context = Pick<ModuleContext, "config" | "db" | "jobs" | "clock" | "events">;

/** What its Events API sends: docs.slack.dev, `url_verification` and `event_callback`. */
const challenge = z.object({ type: z.literal("url_verification"), challenge: z.string().max(500) });
const lost = z.object({
  type: z.literal("event_callback"),
  team_id: z.string(),
  event: z.object({ type: z.enum(["app_uninstalled", "tokens_revoked"]) }),
});

const NAME_MAX = 100;
const press = z.object({
  type: z.literal("block_actions"),
  team: z.object({ id: z.string() }),
  user: z.object({ id: z.string(), username: z.string().optional(), name: z.string().optional() }),
  channel: z.object({ id: z.string() }),
  message: z.object({ ts: z.string() }),
  actions: z.array(z.looseObject({ action_id: z.string(), value: z.string().optional() })),
});
type Press = z.output<typeof press>;

/**
 * Takes in what Slack tells, of both kinds at one address. Somebody pressed a message's button: its step is done, once, by them; a
 * message of another workspace than the company's is none of it. The app was removed, or its token revoked: Slack is asked at
 * once, since such news may be older than another connection. Without the right signature of the last five minutes nothing is
 * taken. Answers with what proves the address, where Slack asks for that.
 */
export async function receiveSlack(
  context: Context,
  body: Uint8Array,
  headers: IncomingHttpHeaders,
): Promise<{ challenge?: string }> {
  const { config, clock } = context;
  const { client, sandbox } = config.providers.slack;
  const text = Buffer.from(body).toString("utf8");
  const signed = {
    body: text,
    timestamp: one(headers["x-slack-request-timestamp"]),
    signature: one(headers["x-slack-signature"]),
  };
  const isOurs = (secret: string | undefined) =>
    secret !== undefined && secret !== "" && isSignedBySlack(secret, signed, clock.now());
  const isSandbox = isOurs(sandbox?.client.signingSecret);
  if (!isSandbox && !isOurs(client?.signingSecret)) throw new AppError("not_found");
  const event = parseEvent(text);
  const asked = challenge.safeParse(event);
  if (asked.success) return { challenge: asked.data.challenge };
  const ended = lost.safeParse(event);
  if (ended.success) await askAtOnce(context, ended.data.team_id, isSandbox);
  else await takePress(context, parse(text), isSandbox);
  return {};
}

/** Companies that this workspace belongs to. */
async function companiesOf(db: Context["db"], teamId: string): Promise<string[]> {
  const { rows } = await withSystem(db, (tx) =>
    sql<{ company_id: string }>`select company_id from integration_accounts
      where provider = 'slack' and account_id = ${teamId}`.execute(tx),
  );
  return rows.map(({ company_id: companyId }) => companyId);
}

async function askAtOnce({ db, jobs }: Context, teamId: string, isSandbox: boolean): Promise<void> {
  for (const companyId of await companiesOf(db, teamId))
    await withTenant(db, companyId, async (tx) => {
      const row = await findIntegration(tx, companyId, "slack");
      if (row?.is_sandbox !== isSandbox || row.account_id !== teamId) return;
      await jobs.enqueue(tx, probeJob.company, { companyId }, ofCompany({ companyId }));
    });
}

async function takePress(context: Context, said: Press | null, isSandbox: boolean): Promise<void> {
  const { db } = context;
  const id = z.uuid().safeParse(said?.actions.find(({ action_id: action }) => action === DONE_ACTION)?.value);
  // Of what else people do there we asked to be told nothing.
  if (said === null || !id.success) return;
  for (const companyId of await companiesOf(db, said.team.id))
    await withTenant(db, companyId, (tx) => take(tx, context, companyId, id.data, said, isSandbox));
}

async function take(
  tx: Tx,
  { clock, jobs, events }: Context,
  companyId: string,
  id: string,
  said: Press,
  isSandbox: boolean,
): Promise<void> {
  const row = await findIntegration(tx, companyId, "slack");
  // By its own row too: accounts change hands.
  if (row?.is_sandbox !== isSandbox || row.account_id !== said.team.id) return;
  const name = (said.user.username ?? said.user.name ?? said.user.id).replaceAll(/\p{C}+/gu, " ").trim();
  const by = `${name.slice(0, NAME_MAX)} in Slack`;
  const { rows } = await sql<PostRow>`
    update integration_posts set done_at = ${clock.now()}, done_by = ${by}
    where company_id = ${companyId} and provider = 'slack' and id = ${id} and channel_id = ${said.channel.id}
      and done_at is null and customer_id is not null and step_code is not null returning *`.execute(tx);
  const [post] = rows;
  // Pressed twice, or by two at once: it is done already, and its message is about to say so.
  if (!post?.customer_id || post.step_code === null) return;
  await events.emit(tx, stepDoneThere, {
    companyId,
    customerId: post.customer_id,
    step: { code: post.step_code, title: post.step_title ?? post.step_code },
    by,
  });
  await jobs.enqueue(tx, showDoneJob, {
    companyId,
    provider: "slack",
    postId: id,
    channelId: said.channel.id,
    messageId: said.message.ts,
  });
}

/** An event stands as JSON in the body; null: it is none. */
function parseEvent(text: string): unknown {
  if (!text.startsWith("{")) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What is pressed stands as JSON in one field of a form; null: it is not about a message's button. */
function parse(text: string): Press | null {
  try {
    const said = press.safeParse(JSON.parse(new URLSearchParams(text).get("payload") ?? ""));
    return said.success ? said.data : null;
  } catch {
    return null;
  }
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);
