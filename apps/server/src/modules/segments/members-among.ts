import { SegmentStatus } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** Who of these customers is in a segment; of one that is not active any more nobody. */
export async function membersAmong(
  tx: Tx,
  companyId: string,
  segmentId: string,
  customerIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select m.customer_id as id from segment_members m
    join segments s on s.company_id = m.company_id and s.id = m.segment_id and s.status = ${SegmentStatus.Active}
    where m.company_id = ${companyId} and m.segment_id = ${segmentId} and m.customer_id = any(${[...customerIds]}::uuid[])`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}
