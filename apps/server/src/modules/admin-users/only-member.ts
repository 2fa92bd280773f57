import { listEverybody, readCompanySettings } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** Whether nobody would be left in this company without the one person of it, deactivated people counted. */
export async function hasOneMember(tx: Tx, companyId: string): Promise<boolean> {
  return (await listEverybody(tx, companyId)).length === 1;
}

/** The company of its only member, and when both are to be deleted; null where others are in it, or there is none. */
export async function readOnlyMembership(
  tx: Tx,
  companyId: string | null,
): Promise<{ name: string; deletionAt: string | null } | null> {
  if (companyId === null || !(await hasOneMember(tx, companyId))) return null;
  const { name, deletionAt } = await readCompanySettings(tx, companyId);
  return { name, deletionAt };
}
