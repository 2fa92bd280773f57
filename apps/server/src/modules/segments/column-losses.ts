import { criteriaLines, type ColumnLoss, type CriteriaNode, type SegmentUse } from "@forestay/contracts";
import { countOwnViews, sharedViewRules } from "#modules/customer-views/index.ts";
import { listGoingColumns, type ColumnsCause } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { campaignsSaying, criteriaOf, listSegmentRows } from "./segment-rows.ts";

/** Own columns that go with an undone import or a deleted system's data, each with what asks for it and would hold nobody. */
export async function readColumnLosses(
  tx: Tx,
  companyId: string,
  cause: ColumnsCause,
): Promise<ColumnLoss[]> {
  const losses: ColumnLoss[] = [];
  for (const column of await listGoingColumns(tx, companyId, cause)) {
    const field = `attributes.${column.key}`;
    const asks = (criteria: readonly CriteriaNode[]) =>
      criteriaLines(criteria).some(({ criterion }) => criterion.field === field);
    const uses = (kind: SegmentUse["kind"], all: readonly { id: string; name: string }[]) =>
      all.map(({ id, name }) => ({ kind, id, name }));
    const segments = (await listSegmentRows(tx, companyId)).filter((row) => asks(criteriaOf(row)));
    const views = (await sharedViewRules(tx, companyId)).filter(({ criteria }) => asks(criteria));
    losses.push({
      ...column,
      usedBy: [
        ...uses("segment", segments),
        ...uses("view", views),
        ...uses("campaign", await campaignsSaying(tx, companyId, JSON.stringify(field))),
      ],
      ownViews: await countOwnViews(tx, companyId, asks),
    });
  }
  return losses;
}
