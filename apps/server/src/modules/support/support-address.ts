import { findFirstAdminEmail } from "#modules/companies/index.ts";
import { withSystem } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";

/** Where support is written to: as configured, else to the first platform Admin; null where there is neither. */
export async function findSupportAddress({
  db,
  config,
}: Pick<ModuleContext, "db" | "config">): Promise<string | null> {
  return config.supportEmail ?? (await withSystem(db, findFirstAdminEmail));
}
