import type { IncomingHttpHeaders } from "node:http";
import { sql } from "kysely";
import { z } from "zod";
import { withSystem, withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { isSignedBySlack } from "./connectors/slack/signature.ts";
import { DONE_ACTION } from "./connectors/slack/slack-api.ts";
import { stepDoneThere } from "./events.ts";
import { findIntegration } from "./integration-rows.ts";
import type { PostRow } from "./posting/post-rows.ts";
import { showDoneJob } from "./posting/send-posts.ts";

type Context = Pick<ModuleContext, "config" | "db" | "jobs" | "clock" | "events">;

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
 * Takes in that somebody pressed a message's button in Slack: its step is done, once, by them. Without the right signature of the
 * last five minutes nothing is taken; a message of another workspace than the company's is none of it.
 */
export async function receiveSlack(
  context: Context,
  body: Uint8Array,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const { config, db, clock } = context;
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
  const said = parse(text);
  const id = z.uuid().safeParse(said?.actions.find(({ action_id: action }) => action === DONE_ACTION)?.value);
  // Of what else people do there we asked to be told nothing.
  if (said === null || !id.success) return;
  const { rows } = await withSystem(db, (tx) =>
    sql<{ company_id: string }>`select company_id from integration_accounts
      where provider = 'slack' and account_id = ${said.team.id}`.execute(tx),
  );
  for (const { company_id: companyId } of rows)
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

/** What Slack says stands as JSON in one field of a form; null: it is not about a message's button. */
function parse(text: string): Press | null {
  try {
    const said = press.safeParse(JSON.parse(new URLSearchParams(text).get("payload") ?? ""));
    return said.success ? said.data : null;
  } catch {
    return null;
  }
}

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header);
