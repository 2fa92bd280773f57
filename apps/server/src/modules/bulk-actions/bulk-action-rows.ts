import {
  BULK_UNDO_DAYS,
  DAY_MS,
  type BulkAction,
  type BulkActionStatus,
  type Tag,
} from "@forestay/contracts";
import { sql, type Selectable } from "kysely";
import { readCustomerNames } from "#modules/customers/index.ts";
import { readPage, type Page, type PageRequest } from "#platform/db/page.ts";
import type { DB } from "#platform/db/schema.gen.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";

export type BulkActionRow = Selectable<DB["bulk_actions"]>;

/** What is done, as it is kept: by ids, so that a renamed tag stays the same tag. */
export type KeptDeed =
  | { kind: "tag"; tag: Tag }
  | { kind: "untag"; tag: Tag }
  | { kind: "assign"; userId: string | null };

export const deedOf = (row: BulkActionRow) => row.action as unknown as KeptDeed;

const newest = 10;

export async function listBulkActions(tx: Tx, companyId: string, now: Date): Promise<BulkAction[]> {
  const rows = await tx
    .selectFrom("bulk_actions")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("created_at", ">", daysBack(now))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(newest)
    .execute();
  return rows.map((row) => toBulkAction(row, now));
}

/** An action, locked where it is about to change. Throws `not_found`. */
export async function findBulkAction(
  tx: Tx,
  companyId: string,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<BulkActionRow> {
  let query = tx
    .selectFrom("bulk_actions")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id);
  if (lock) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  if (!row) throw new AppError("not_found", { message: "This action does not exist." });
  return row;
}

/** Changes an action and says what it is then. */
export async function changeBulkAction(
  tx: Tx,
  companyId: string,
  id: string,
  columns: Partial<
    Pick<
      BulkActionRow,
      "status" | "is_undo" | "total" | "done" | "changed" | "failure" | "can_resume" | "finished_at"
    >
  >,
): Promise<BulkActionRow> {
  return tx
    .updateTable("bulk_actions")
    .set(columns)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Customers of an action that it has not come to, or not taken back, in its order; nobody once it is over. */
export async function listRest(
  tx: Tx,
  companyId: string,
  id: string,
  query: PageRequest,
): Promise<Page<{ id: string; name: string }>> {
  const action = await findBulkAction(tx, companyId, id);
  const isOver = action.status === "done" || action.status === "undone";
  const of = sql`from bulk_action_rows where company_id = ${companyId} and action_id = ${id}
    and ${isOver ? sql`false` : action.is_undo ? sql`changed` : sql`position > ${action.done}`}`;
  return readPage(
    query,
    async () =>
      (await sql<{ count: number }>`select count(*) as count ${of}`.execute(tx)).rows[0]?.count ?? 0,
    async ({ limit, offset }) => {
      const { rows } = await sql<{ customer_id: string }>`select customer_id ${of}
        order by position limit ${limit} offset ${offset}`.execute(tx);
      const ids = rows.map((row) => row.customer_id);
      const names = await readCustomerNames(tx, companyId, ids);
      return ids.map((customerId) => ({ id: customerId, name: names.get(customerId)?.name ?? "" }));
    },
  );
}

/** Forgets actions that can no longer be taken back. */
export async function forgetOldActions(tx: Tx, companyId: string, now: Date): Promise<void> {
  await sql`delete from bulk_actions where company_id = ${companyId} and created_at <= ${daysBack(now)}
    and status not in ('waiting', 'running', 'undoing')`.execute(tx);
}

const daysBack = (now: Date) => new Date(now.getTime() - BULK_UNDO_DAYS * DAY_MS);

export function toBulkAction(row: BulkActionRow, now: Date): BulkAction {
  const deed = deedOf(row);
  return {
    id: row.id,
    kind: deed.kind,
    words: row.words,
    tag: deed.kind === "assign" ? null : deed.tag,
    status: row.status as BulkActionStatus,
    total: row.total,
    done: row.done,
    changed: row.changed,
    failure: row.failure,
    canUndo:
      (row.status === "done" || row.status === "failed") &&
      row.changed > 0 &&
      row.created_at > daysBack(now) &&
      (row.can_resume || !row.is_undo),
    canResume: row.status === "failed" && row.can_resume,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
