import { DAY_MS, type DataHealth } from "@forestay/contracts";
import { readNewestImports } from "#modules/imports/index.ts";
import { readConnectedSystems } from "#modules/integrations/index.ts";
import { countParkedRows } from "#modules/ledger/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";

const IMPORTS_SHOWN = 5;

/** How fresh the data is and what of it waits for its customer. */
export async function readDataHealth(db: Database, companyId: string, now: Date): Promise<DataHealth> {
  return withTenant(db, companyId, async (tx) => {
    const imports = await readNewestImports(tx, companyId, IMPORTS_SHOWN);
    const [newest] = imports;
    return {
      imports: imports.map((one) => ({ ...one, completedAt: one.completedAt.toISOString() })),
      connections: (await readConnectedSystems(tx, companyId)).map((one) => ({
        ...one,
        lastSyncAt: one.lastSyncAt?.toISOString() ?? null,
      })),
      ageDays:
        newest === undefined ? null : Math.floor((now.getTime() - newest.completedAt.getTime()) / DAY_MS),
      parked: await countParkedRows(tx, companyId),
    };
  });
}
