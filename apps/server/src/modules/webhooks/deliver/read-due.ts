import { WEBHOOK_TEST_KIND } from "@forestay/contracts";
import type { Tx } from "#platform/db/transaction.ts";
import type { DeliveryTry } from "../delivery-job.ts";
import type { StoredMessage } from "../messages/message-body.ts";

export interface DueDelivery extends StoredMessage {
  endpointId: string;
  messageId: string;
  url: string;
  /** The present one, and the one before while it is good. */
  sealedSecrets: Buffer[];
  /** Its address is paused or stopped; a test goes there all the same. */
  isHeld: boolean;
}

/** What a job is to send; null where it was sent, held back or planned anew meanwhile. */
export async function readDue(
  tx: Tx,
  { companyId, deliveryId, turn }: DeliveryTry,
  now: Date,
): Promise<DueDelivery | null> {
  const row = await tx
    .selectFrom("webhook_deliveries as d")
    .innerJoin("webhook_endpoints as e", (join) =>
      join.onRef("e.company_id", "=", "d.company_id").onRef("e.id", "=", "d.endpoint_id"),
    )
    .innerJoin("webhook_messages as m", (join) =>
      join.onRef("m.company_id", "=", "d.company_id").onRef("m.id", "=", "d.message_id"),
    )
    .select([
      "d.kind",
      "e.id as endpointId",
      "e.url",
      "e.status",
      "e.sealed_secret",
      "e.previous_sealed_secret",
      "e.previous_until",
      "m.id as messageId",
      "m.data",
      "m.occurred_at as occurredAt",
    ])
    .where("d.company_id", "=", companyId)
    .where("d.id", "=", deliveryId)
    .where("d.turn", "=", turn)
    .where("d.status", "=", "waiting")
    .executeTakeFirst();
  if (!row) return null;
  const { previous_sealed_secret: previous, previous_until: until } = row;
  const isPreviousGood = previous !== null && until !== null && until > now;
  return {
    ...row,
    sealedSecrets: [row.sealed_secret, ...(isPreviousGood ? [previous] : [])],
    isHeld: row.status !== "active" && row.kind !== WEBHOOK_TEST_KIND,
  };
}
