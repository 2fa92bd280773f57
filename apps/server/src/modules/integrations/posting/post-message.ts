import { createHash } from "node:crypto";
import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import { tellChange } from "../integration-rows.ts";
import { postingProviders } from "../providers.ts";
import { enqueuePosting } from "./post-job.ts";

/** Largest texts the table takes (migration 0450). */
const TITLE_MAX = 300;
const TEXT_MAX = 3000;

/** One of the company's next steps, with one customer. */
export interface StepToDo {
  customerId: string;
  code: string;
  title: string;
}

/** What a channel is to be told. */
export interface MessageToPost {
  companyId: string;
  channel: { id: string; name: string };
  /** Stands out above the text; null: nothing does. */
  title: string | null;
  text: string;
  /** An address of the app, in full. */
  link?: { url: string; label: string };
  /** What could be done about a customer: people say in the chat that it is done, where it tells us of that. */
  step?: StepToDo;
  /** Names the fact: a fact that is told again is posted once. At most 300 characters, or it is hashed. */
  uniqueKey: string;
}

/**
 * Has a channel told something, in the transaction that caused it; a job posts it. True: it was taken, now or before.
 * False: no chat is connected, and nothing is kept.
 */
export async function postMessage(
  tx: Tx,
  { clock, jobs }: Pick<ModuleContext, "clock" | "jobs">,
  { companyId, channel, title, text, link, step, uniqueKey }: MessageToPost,
): Promise<boolean> {
  const provider = await findPosting(tx, companyId);
  if (provider === null) return false;
  const now = clock.now();
  const { numAffectedRows } = await sql`
    insert into integration_posts (company_id, provider, unique_key, channel_id, channel_name, title, text, link_url, link_label, customer_id, step_code, step_title, status, next_try_at, created_at)
    values (${companyId}, ${provider}, ${keyOf(uniqueKey)}, ${channel.id}, ${channel.name.slice(0, 200)},
      ${title === null ? null : shorten(title, TITLE_MAX)}, ${shorten(text, TEXT_MAX)},
      ${link?.url ?? null}, ${link === undefined ? null : shorten(link.label, 200)},
      ${step?.customerId ?? null}, ${step?.code ?? null}, ${step === undefined ? null : shorten(step.title, TITLE_MAX)}, 'waiting', ${now}, ${now})
    on conflict do nothing`.execute(tx);
  if ((numAffectedRows ?? 0n) === 0n) return true;
  await enqueuePosting(tx, jobs, companyId, provider);
  await tellChange(tx, companyId, provider);
  return true;
}

/** The chat that a company connected; null: none. */
export async function findPosting(tx: Tx, companyId: string): Promise<IntegrationProvider | null> {
  const { rows } = await sql<{ provider: IntegrationProvider }>`
    select provider from integrations where company_id = ${companyId}
      and provider = any(${[...postingProviders]}::text[]) order by connected_at limit 1`.execute(tx);
  return rows[0]?.provider ?? null;
}

const keyOf = (key: string): string =>
  key.length <= 300 ? key : createHash("sha256").update(key).digest("hex");

function shorten(text: string, max: number): string {
  const clean = text.toWellFormed().replaceAll("\0", "");
  return clean.length <= max ? clean : `${clean.slice(0, max - 1).toWellFormed()}…`;
}
