import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** Forgets what connections keep of records by their ids there: those that failed, news of them, payments of bills, examples of differences. */
export async function forgetInIntegrations(
  tx: Tx,
  companyId: string,
  sourceIds: readonly string[],
): Promise<void> {
  const ids = [...sourceIds];
  await sql`delete from integration_errors where company_id = ${companyId} and source_id = any(${ids}::text[])`.execute(
    tx,
  );
  await sql`delete from integration_inbox where company_id = ${companyId} and source_id = any(${ids}::text[])`.execute(
    tx,
  );
  await sql`delete from integration_references
    where company_id = ${companyId} and (source_id = any(${ids}::text[]) or target_id = any(${ids}::text[]))`.execute(
    tx,
  );
  await sql`delete from integration_awaited
    where company_id = ${companyId} and (source_id = any(${ids}::text[]) or reference = any(${ids}::text[]))`.execute(
    tx,
  );
  // The last comparison's examples are named by bills, which may be this customer's; the next one has its own.
  await sql`update integration_reconciles set examples = '[]'::jsonb where company_id = ${companyId}`.execute(
    tx,
  );
}

/** Deletes messages to channels about a customer, or that say one of these words (in lower case); what is in the chat is not ours to delete. */
export async function erasePostsSaying(
  tx: Tx,
  companyId: string,
  customerId: string,
  words: readonly string[],
): Promise<void> {
  await sql`delete from integration_posts where company_id = ${companyId} and exists (
    select from unnest(${[customerId, ...words]}::text[]) w
    where position(w in lower(coalesce(title, '') || ' ' || text || ' ' || coalesce(link_url, ''))) > 0)`.execute(
    tx,
  );
}
