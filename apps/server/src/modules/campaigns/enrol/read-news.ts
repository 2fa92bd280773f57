import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import type { Entering } from "../conditions.ts";

/** Whom news names where no rule can say who meets the trigger: who went out of the segment since the start and is out of it. Null: a rule says it. */
export async function readNews(
  tx: Tx,
  companyId: string,
  { said, segment_id, started_at }: Entering,
): Promise<string[] | null> {
  if (said.trigger.kind !== "SegmentLeft") return null;
  const { rows } = await sql<{ id: string }>`
    select id from (
      select distinct on (customer_id) customer_id as id, entered, cause from segment_changes
      where company_id = ${companyId} and segment_id = ${segment_id} and at >= ${started_at}
      order by customer_id, at desc, segment_changes.id desc
    ) last where not entered and cause <> 'rule'`.execute(tx);
  return rows.map(({ id }) => id);
}
