import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** Of one kind of source: those of which a message that was written since could not leave in its time. */
export async function sourcesWithLapsed(
  tx: Tx,
  companyId: string,
  { kind, since }: { kind: string; since: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct source_id as id from customer_messages
    where company_id = ${companyId} and source_kind = ${kind} and status = 'expired' and created_at > ${since}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
