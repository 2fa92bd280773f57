import type { Database } from "#platform/db/database.ts";
import { withSystem, withTenant, type Tx } from "#platform/db/transaction.ts";

/** Runs `work` behind the walls of a person's company, or without a company for platform staff who have none. */
export function withCompanyOf<T>(
  db: Database,
  person: { companyId: string | null },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return person.companyId === null ? withSystem(db, work) : withTenant(db, person.companyId, work);
}
