import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

export interface FailureRow {
  id: string;
  object: string;
  source_id: string;
  label: string;
  reason: string;
  at: Date;
}

/** Records that could not be taken in, newest first: of these ids, or all. */
export async function readFailures(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  ids: readonly string[] | null,
): Promise<FailureRow[]> {
  const { rows } = await sql<FailureRow>`
    select id, object, source_id, label, reason, at from integration_errors
    where company_id = ${companyId} and provider = ${provider}
      ${ids === null ? sql`` : sql`and id = any(${[...ids]}::uuid[])`}
    order by at desc, id limit 5000`.execute(tx);
  return rows;
}

/** Takes records off the list that are no longer there to be taken in. */
export async function forgetFailures(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  object: string,
  sourceIds: readonly string[],
): Promise<void> {
  if (sourceIds.length === 0) return;
  await sql`delete from integration_errors where company_id = ${companyId} and provider = ${provider}
    and object = ${object} and source_id = any(${[...sourceIds]}::text[])`.execute(tx);
}
