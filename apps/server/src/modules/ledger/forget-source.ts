import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/**
 * Forgets what is left of a source after its customers went, and their rows with them: the batches its events came in, and
 * kinds of events that no event is of any more.
 */
export async function forgetLedgerSource(tx: Tx, companyId: string, source: string): Promise<void> {
  await sql`
    delete from event_batches b where b.company_id = ${companyId} and b.source = ${source}
      and not exists (select from events e where e.company_id = ${companyId} and e.batch_id = b.id)`.execute(
    tx,
  );
  // Their numbers will be others'.
  await sql`
    update event_batches b set repeated_by = (
      select array_agg(r.id order by r.place) from unnest(b.repeated_by) with ordinality r (id, place)
      where exists (select from event_batches k where k.company_id = ${companyId} and k.id = r.id))
    where b.company_id = ${companyId} and b.repeated_by is not null`.execute(tx);
  await sql`
    delete from event_types t where t.company_id = ${companyId}
      and not exists (select from events e where e.company_id = ${companyId} and e.type_id = t.id)`.execute(
    tx,
  );
}
