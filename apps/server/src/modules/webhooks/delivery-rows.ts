import type { DeliveryStatus, deliveryDetail, deliveryQuery, WebhookDelivery } from "@forestay/contracts";
import type { Selectable } from "kysely";
import type { z } from "zod";
import type { DB } from "#platform/db/schema.gen.ts";
import { readPage, type Page } from "#platform/db/page.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { bodyOf } from "./messages/message-body.ts";

type DeliveryRow = Selectable<DB["webhook_deliveries"]>;
export type DeliveryFilter = z.output<typeof deliveryQuery>;

/** What the header `webhook-id` says. */
export const messageIdOf = (id: string) => `msg_${id.replaceAll("-", "")}`;

/** What an address was sent, newest first. */
export async function listDeliveries(
  tx: Tx,
  companyId: string,
  endpointId: string,
  query: DeliveryFilter,
): Promise<Page<WebhookDelivery>> {
  const found = tx
    .selectFrom("webhook_deliveries")
    .where("company_id", "=", companyId)
    .where("endpoint_id", "=", endpointId)
    .$if(query.status !== undefined, (rows) => rows.where("status", "=", query.status!))
    .$if(query.kind !== undefined, (rows) => rows.where("kind", "=", query.kind!));
  return readPage(
    query,
    async () => {
      const { count } = await found
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async ({ limit, offset }) => {
      const rows = await found.selectAll().orderBy("id", "desc").limit(limit).offset(offset).execute();
      return rows.map(toDelivery);
    },
  );
}

/** One delivery with what is sent and what came back. Throws `not_found`. */
export async function getDelivery(
  tx: Tx,
  companyId: string,
  { endpointId, deliveryId }: { endpointId: string; deliveryId: string },
): Promise<z.output<typeof deliveryDetail>> {
  const row = await tx
    .selectFrom("webhook_deliveries as d")
    .innerJoin("webhook_endpoints as e", (join) =>
      join.onRef("e.company_id", "=", "d.company_id").onRef("e.id", "=", "d.endpoint_id"),
    )
    .innerJoin("webhook_messages as m", (join) =>
      join.onRef("m.company_id", "=", "d.company_id").onRef("m.id", "=", "d.message_id"),
    )
    .selectAll("d")
    .select(["e.url", "m.data", "m.occurred_at"])
    .where("d.company_id", "=", companyId)
    .where("d.endpoint_id", "=", endpointId)
    .where("d.id", "=", deliveryId)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", { message: "This delivery does not exist any more." });
  return {
    ...toDelivery(row),
    url: row.url,
    body: bodyOf({ kind: row.kind, occurredAt: row.occurred_at, data: row.data }),
    answer: row.answer,
  };
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    messageId: messageIdOf(row.message_id),
    kind: row.kind,
    status: row.status as DeliveryStatus,
    attempts: row.attempts,
    nextTryAt: row.next_attempt_at?.toISOString() ?? null,
    lastTriedAt: row.last_attempt_at?.toISOString() ?? null,
    statusCode: row.status_code,
    durationMs: row.duration_ms,
    failure: row.failure,
    createdAt: row.created_at.toISOString(),
  };
}
