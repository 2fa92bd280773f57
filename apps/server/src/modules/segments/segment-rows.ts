import { SegmentStatus, segmentsNamedBy, type CriteriaNode } from "@forestay/contracts";
import type { Selectable } from "kysely";
import type { DB } from "#platform/db/schema.gen.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** A segment as it is kept. */
export type SegmentRow = Selectable<DB["segments"]>;

export const criteriaOf = (row: Pick<SegmentRow, "criteria">) => row.criteria as unknown as CriteriaNode[];

export async function findSegment(tx: Tx, companyId: string, id: string): Promise<SegmentRow | undefined> {
  return tx
    .selectFrom("segments")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function listSegmentRows(tx: Tx, companyId: string): Promise<SegmentRow[]> {
  return tx.selectFrom("segments").selectAll().where("company_id", "=", companyId).orderBy("name").execute();
}

/** The segments that rules may name: those whose members are followed. */
export async function listSegmentNames(tx: Tx, companyId: string): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom("segments")
    .select(["id", "name"])
    .where("company_id", "=", companyId)
    .where("status", "=", SegmentStatus.Active)
    .orderBy("name")
    .execute();
}

/** Which of these segments name one: they would not be what they are without it. */
export function usersOf(rows: readonly SegmentRow[], id: string): { id: string; name: string }[] {
  return rows
    .filter((row) => row.id !== id && segmentsNamedBy(criteriaOf(row)).includes(id))
    .map(({ id: user, name }) => ({ id: user, name }));
}

/** Each after those that it names, so that one pass settles all. Rules hold no circle (`checkCriteria`). */
export function inOrderOfNaming(rows: readonly SegmentRow[]): SegmentRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ordered = new Set<SegmentRow>();
  const visiting = new Set<string>();
  const visit = (row: SegmentRow) => {
    if (ordered.has(row) || visiting.has(row.id)) return;
    visiting.add(row.id);
    for (const named of segmentsNamedBy(criteriaOf(row))) {
      const other = byId.get(named);
      if (other) visit(other);
    }
    ordered.add(row);
  };
  for (const row of rows) visit(row);
  return [...ordered];
}
