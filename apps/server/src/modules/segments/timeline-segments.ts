import { sql } from "kysely";
import { isBefore, placeTime, type PlacedLine, type TimelineBound } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** When a customer came into segments and went out of them, as lines of its timeline. */
export async function listSegmentLines(
  tx: Tx,
  companyId: string,
  customerId: string,
  bound: TimelineBound,
): Promise<PlacedLine[]> {
  const key = sql`('segment:' || m.id)`;
  const { rows } = await sql<{
    key: string;
    at: string;
    entered: boolean;
    cause: string;
    segmentId: string;
    name: string;
  }>`
    select ${key} as key, ${placeTime(sql`m.at`)} as at, m.entered, m.cause, m.segment_id as "segmentId", s.name
    from segment_changes m join segments s on s.company_id = m.company_id and s.id = m.segment_id
    where m.company_id = ${companyId} and m.customer_id = ${customerId} and ${isBefore(bound, sql`m.at`, key)}
    order by m.at desc, m.id desc limit ${bound.limit}`.execute(tx);
  return rows.map(({ key: ownKey, at, entered, cause, segmentId, name }) => ({
    key: ownKey,
    at,
    part: "risk",
    type: entered ? "segment_entered" : "segment_left",
    title: `${entered ? "Entered" : "Left"} segment “${name}”`,
    // Nothing about the customer changed then.
    detail: cause === "rule" ? "The segment's rule was changed" : null,
    amount: null,
    currency: null,
    about: { kind: "segment", id: segmentId },
  }));
}
