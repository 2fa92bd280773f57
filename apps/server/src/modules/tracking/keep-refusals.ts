import { trackingRefusals, type TrackingRefusal } from "@forestay/contracts";
import type { SqlClient } from "#platform/db/transaction.ts";

/** Enough to see what is wrong; the counts say how often. */
const MOST_KEPT = 100;

/** Keeps the newest refused events with their reasons, for whoever looks for the mistake. */
export async function keepRefusals(
  client: SqlClient,
  companyId: string,
  refused: readonly { row: { receivedAt: Date }; reason: TrackingRefusal; example: string }[],
): Promise<void> {
  if (refused.length === 0) return;
  const rows = refused.slice(-MOST_KEPT).map(({ row, reason, example }) => ({
    refused_at: row.receivedAt,
    reason: trackingRefusals[reason],
    example,
  }));
  await client.query(
    `insert into tracking_refusals (company_id, refused_at, reason, example)
     select $1, refused_at, reason, example from jsonb_to_recordset($2::jsonb)
       as r (refused_at timestamptz, reason text, example text)`,
    [companyId, JSON.stringify(rows)],
  );
  await client.query(
    `delete from tracking_refusals where company_id = $1 and id in (
       select id from tracking_refusals where company_id = $1 order by id desc offset ${MOST_KEPT})`,
    [companyId],
  );
}
