import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** Messages between a company's people and support that say one of these words (in lower case), oldest first, as they are kept. */
export async function listMessagesSaying(
  tx: Tx,
  companyId: string,
  words: readonly string[],
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(m) as row from support_messages m join support_sessions s on s.id = m.session_id
    where s.company_id = ${companyId}
      and exists (select from unnest(${[...words]}::text[]) w where position(w in lower(m::text)) > 0)
    order by m.sent_at, m.id`.execute(tx);
  return rows.map(({ row }) => row);
}
