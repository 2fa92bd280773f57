import { DAY_MS, type DataHealth, type ParkedKind, type ParkedRows } from "@forestay/contracts";
import { readFileNames, readNewestImports } from "#modules/imports/index.ts";
import { readConnectedSystems } from "#modules/integrations/index.ts";
import { countParkedRows, listParkedRows } from "#modules/ledger/index.ts";
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

/** Rows that wait until their customer is there, with the files that brought them. */
export async function readParkedRows(
  db: Database,
  companyId: string,
  { kind, cursor, limit }: { kind: ParkedKind; cursor?: string | undefined; limit: number },
): Promise<ParkedRows> {
  return withTenant(db, companyId, async (tx) => {
    const { rows, count } = await listParkedRows(tx, companyId, kind, { after: cursor, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const files = await readFileNames(tx, companyId, [
      ...new Set(shown.flatMap(({ importId }) => importId ?? [])),
    ]);
    return {
      items: shown.map(({ importId, toldAt, ...row }) => {
        const name = importId === null ? undefined : files.get(importId);
        return {
          ...row,
          toldAt: toldAt.toISOString(),
          file: importId === null || name === undefined ? null : { id: importId, name },
        };
      }),
      count,
      nextCursor: rows.length > limit ? shown.at(-1)!.id : null,
    };
  });
}
