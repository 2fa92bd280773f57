import { mergedThings, type MergePreview } from "@forestay/contracts";
import { readRecord } from "#modules/customers/index.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { lockPair, mergePair, requireMergeable, type MergedPair } from "./merge-pair.ts";
import { mergedTables } from "./merge-tables.ts";

/**
 * What merging two customers would come to: the merge itself, looked at and taken back, so that what is said before is what
 * happens. Throws as the merge does.
 */
export async function previewMerge(
  { db, clock }: Pick<ModuleContext, "db" | "clock">,
  { companyId }: CompanyUser,
  pair: MergedPair,
): Promise<MergePreview> {
  return withTenantClient(db, companyId, async (handles) => {
    const { tx, client } = handles;
    const now = clock.now();
    const read = async (id: string) => {
      const record = await readRecord(tx, companyId, id, now);
      if (!record) throw new AppError("not_found", { message: "This customer does not exist." });
      return record;
    };
    await client.query("savepoint before_merge");
    if ((await lockPair(handles, companyId, pair)) !== null) await requireMergeable(tx, companyId, pair);
    const [kept, other] = [await read(pair.keptId), await read(pair.otherId)];
    const moved = await mergePair(handles, companyId, pair, now);
    const merged = await read(pair.keptId);
    await client.query("rollback to savepoint before_merge");
    return { kept, other, merged, moves: movesOf(moved) };
  });
}

function movesOf(moved: ReadonlyMap<string, number>): MergePreview["moves"] {
  const counts = new Map(
    [...moved].flatMap(([table, count]) => {
      const what = mergedTables[table]?.called;
      return what === undefined || count === 0 ? [] : [[what, count] as const];
    }),
  );
  return mergedThings.flatMap((what) => {
    const count = counts.get(what);
    return count === undefined ? [] : [{ what, count }];
  });
}
