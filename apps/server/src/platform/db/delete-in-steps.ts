import { sql, type RawBuilder } from "kysely";
import type { Database } from "./database.ts";
import { withTenant } from "./transaction.ts";

const ROWS_PER_DELETE = 1000;

interface DeleteInSteps {
  db: Database;
  companyId: string;
  /** Checked between two steps. */
  signal: AbortSignal;
  /** A table with a company. */
  table: string;
  /** Which of the company's rows. */
  where: RawBuilder<unknown>;
}

/** Deletes a company's rows in small transactions: nobody waits for a long one, and a stop loses nothing. */
export async function deleteInSteps({ db, companyId, signal, table, where }: DeleteInSteps): Promise<void> {
  for (let deleted = ROWS_PER_DELETE; deleted === ROWS_PER_DELETE;) {
    signal.throwIfAborted();
    deleted = await withTenant(db, companyId, async (tx) => {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where company_id = ${companyId} and ctid = any(array(
          select ctid from ${sql.table(table)} where company_id = ${companyId} and ${where} limit ${ROWS_PER_DELETE}))`.execute(
        tx,
      );
      return Number(numAffectedRows ?? 0n);
    });
  }
}
