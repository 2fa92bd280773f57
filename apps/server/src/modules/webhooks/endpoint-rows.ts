import { WEBHOOK_TEST_KIND, type Webhook, type WebhookKind, type WebhookStatus } from "@forestay/contracts";
import { sql, type Selectable } from "kysely";
import type { DB } from "#platform/db/schema.gen.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";

export type EndpointRow = Selectable<DB["webhook_endpoints"]>;

/** An address that nobody else changes meanwhile. Throws `not_found`. */
export async function lockEndpoint(tx: Tx, companyId: string, id: string): Promise<EndpointRow> {
  const row = await tx
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", { message: "This webhook does not exist." });
  return row;
}

/** What the log may say of an address: paths and queries carry secrets. */
export const hostOf = (row: Pick<EndpointRow, "url">) => new URL(row.url).host;

/** What the audit log compares of an address: that its path changed, never what it is. */
export const auditedOf = (row: Pick<EndpointRow, "url" | "description" | "kinds">) => ({
  host: hostOf(row),
  description: row.description,
  kinds: row.kinds,
});

interface Counts {
  /** Tests apart: they are tried once, by somebody who looks on. */
  undelivered: number;
  waiting: number;
  next_try_at: Date | null;
}

/** The company's addresses, the oldest first; with an id that one alone. */
export async function listWebhooks(tx: Tx, companyId: string, now: Date, id?: string): Promise<Webhook[]> {
  const rows = await tx
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("company_id", "=", companyId)
    .$if(id !== undefined, (query) => query.where("id", "=", id!))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const { rows: counted } = await sql<Counts & { endpoint_id: string }>`
    select endpoint_id, count(*) filter (where status <> 'waiting') as undelivered,
      count(*) filter (where status = 'waiting') as waiting,
      min(next_attempt_at) filter (where status = 'waiting' and attempts > 0) as next_try_at
    from webhook_deliveries
    where company_id = ${companyId} and status <> 'delivered' and kind <> ${WEBHOOK_TEST_KIND} and endpoint_id = any(${rows.map((row) => row.id)}::uuid[])
    group by endpoint_id`.execute(tx);
  const countsOf = new Map(counted.map((row) => [row.endpoint_id, row]));
  return rows.map((row) => toWebhook(row, countsOf.get(row.id), now));
}

/** One address as the wire has it. Throws `not_found`. */
export async function getWebhook(tx: Tx, companyId: string, now: Date, id: string): Promise<Webhook> {
  const [webhook] = await listWebhooks(tx, companyId, now, id);
  if (!webhook) throw new AppError("not_found", { message: "This webhook does not exist." });
  return webhook;
}

function toWebhook(row: EndpointRow, counts: Counts | undefined, now: Date): Webhook {
  const until = row.previous_until;
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    kinds: row.kinds as WebhookKind[],
    status: row.status as WebhookStatus,
    stoppedBecause: row.stopped_because,
    previousSecretUntil: until !== null && until > now ? until.toISOString() : null,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    failingSince: row.failing_since?.toISOString() ?? null,
    lastDeliveredAt: row.last_delivered_at?.toISOString() ?? null,
    undeliveredCount: Number(counts?.undelivered ?? 0),
    waitingCount: Number(counts?.waiting ?? 0),
    nextTryAt: counts?.next_try_at?.toISOString() ?? null,
  };
}
