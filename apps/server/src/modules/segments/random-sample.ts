import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

/** A share of one in a hundred is then known to within a tenth of itself. */
const SAMPLE_SIZE = 20_000;

export async function hasSample(tx: Tx, companyId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("segment_samples")
    .select("customer_id")
    .where("company_id", "=", companyId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Draws a company's customers anew; from a million in about a second. */
export async function drawSample(tx: Tx, companyId: string): Promise<void> {
  await tx.deleteFrom("segment_samples").where("company_id", "=", companyId).execute();
  await sql`insert into segment_samples (company_id, customer_id)
    select company_id, id from (
      select company_id, id from customers where company_id = ${companyId} order by random() limit ${SAMPLE_SIZE}) s
    order by id`.execute(tx);
}
