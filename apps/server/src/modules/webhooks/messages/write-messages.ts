import { webhookData, type WebhookData, type WebhookKind } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import type { EventContext } from "#platform/events/domain-events.ts";
import { spreadJob } from "./spread-messages.ts";

/** One thing to tell. */
export type Message = {
  [K in WebhookKind]: {
    kind: K;
    /** What happened, told apart from everything else: the same twice is written once. */
    key: string;
    at: Date;
    data: WebhookData[K];
  };
}[WebhookKind];

/** The kinds that any address of a company is to be sent. */
export async function kindsHeard(tx: Tx, companyId: string): Promise<Set<WebhookKind>> {
  const { rows } = await sql<{ kind: WebhookKind }>`
    select distinct unnest(kinds) as kind from webhook_endpoints where company_id = ${companyId}`.execute(tx);
  return new Set(rows.map(({ kind }) => kind));
}

/** Writes down what there is to tell, in the caller's transaction; what nobody wants to hear is left out. */
export async function writeMessages(
  tx: Tx,
  { jobs, clock }: Pick<EventContext, "jobs" | "clock">,
  companyId: string,
  messages: readonly Message[],
): Promise<void> {
  const heard = await kindsHeard(tx, companyId);
  const wanted = messages.filter(({ kind }) => heard.has(kind));
  if (wanted.length === 0) return;
  const rows = wanted.map(({ kind, key, at, data }) => ({
    kind,
    key,
    at: at.toISOString(),
    data: webhookData[kind].parse(data),
  }));
  await sql`
    insert into webhook_messages (company_id, kind, dedupe_key, occurred_at, data, created_at)
    select ${companyId}::uuid, kind, kind || ':' || key, at, data, ${clock.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (kind text, key text, at timestamptz, data jsonb)
    on conflict (company_id, dedupe_key) do nothing`.execute(tx);
  await jobs.enqueue(tx, spreadJob.company, { companyId }, { singletonKey: companyId, groupKey: companyId });
}
