import {
  satisfiesPolicy,
  type CriteriaNode,
  type CustomerView,
  type customerViewInput,
} from "@forestay/contracts";
import type { Selectable } from "kysely";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { actorColumns } from "#modules/companies/index.ts";
import type { ConditionCheck } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import type { DB } from "#platform/db/schema.gen.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { CompanyUser } from "#platform/http/actor.ts";

type Row = Selectable<DB["customer_views"]>;

/** Enough for every person and team; a script that saves in a loop ends here. */
const MOST_VIEWS = 100;

/** A person's own views and the team's, by name. */
export async function listViews(db: Database, user: CompanyUser): Promise<CustomerView[]> {
  return withTenant(db, user.companyId, async (tx) => (await readRows(tx, user)).map(toView));
}

/** Keeps what the list shows under a name. Throws `validation_failed` for a name that is taken or a condition that is none. */
export async function createView(
  db: Database,
  user: CompanyUser,
  input: z.output<typeof customerViewInput>,
  { check, now }: { check: ConditionCheck; now: Date },
): Promise<CustomerView> {
  if (input.isShared) requireWriter(user);
  return withTenant(db, user.companyId, async (tx) => {
    const rows = await readRows(tx, user);
    if (rows.length >= MOST_VIEWS)
      throw new AppError("invalid_state", {
        message: `There are ${MOST_VIEWS} views already: remove one first.`,
      });
    const own = rows.filter((row) => (row.user_id === null) === input.isShared);
    if (own.some(({ name }) => name.toLowerCase() === input.name.toLowerCase()))
      throw new AppError("validation_failed", { fields: { name: "Another view has this name" } });
    const { search, conditions } = input;
    // Refused here rather than each time it is opened.
    await check.conditions(tx, user.companyId, conditions, { root: "conditions", now });
    const row = await tx
      .insertInto("customer_views")
      .values({
        company_id: user.companyId,
        user_id: input.isShared ? null : user.userId,
        name: input.name,
        search,
        conditions: JSON.stringify(conditions),
        sort: input.sort,
        direction: input.direction,
        created_at: now,
        ...actorColumns("created_by", user),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordAudit(tx, user, {
      action: "customer_view.saved",
      target: input.name,
      targetId: row.id,
      after: input,
    });
    return toView(row);
  });
}

/** Throws `not_found` for a view that is not there or somebody else's own. */
export async function deleteView(db: Database, user: CompanyUser, id: string): Promise<void> {
  await withTenant(db, user.companyId, async (tx) => {
    const row = (await readRows(tx, user)).find((one) => one.id === id);
    if (!row) throw new AppError("not_found", { message: "This view does not exist." });
    if (row.user_id === null) requireWriter(user);
    await tx
      .deleteFrom("customer_views")
      .where("company_id", "=", user.companyId)
      .where("id", "=", id)
      .execute();
    const { id: _, ...before } = toView(row);
    await recordAudit(tx, user, { action: "customer_view.removed", target: row.name, targetId: id, before });
  });
}

/** The team's views with their rules: what these name cannot be deleted. */
export async function sharedViewRules(
  tx: Tx,
  companyId: string,
): Promise<{ id: string; name: string; criteria: CriteriaNode[] }[]> {
  const rows = await tx
    .selectFrom("customer_views")
    .select(["id", "name", "conditions"])
    .where("company_id", "=", companyId)
    .where("user_id", "is", null)
    .execute();
  return rows.map(({ id, name, conditions }) => ({
    id,
    name,
    criteria: conditions as unknown as CriteriaNode[],
  }));
}

async function readRows(tx: Tx, { companyId, userId }: CompanyUser): Promise<Row[]> {
  return tx
    .selectFrom("customer_views")
    .selectAll()
    .where("company_id", "=", companyId)
    .where((where) => where.or([where("user_id", "is", null), where("user_id", "=", userId)]))
    .orderBy("name")
    .orderBy("id")
    .execute();
}

function requireWriter(user: CompanyUser): void {
  if (!satisfiesPolicy("customers:write", user))
    throw new AppError("forbidden", { message: "Your role may save views of your own, not the team's." });
}

function toView(row: Row): CustomerView {
  return {
    id: row.id,
    name: row.name,
    isShared: row.user_id === null,
    search: row.search,
    conditions: row.conditions as unknown as CriteriaNode[],
    sort: row.sort as CustomerView["sort"],
    direction: row.direction as CustomerView["direction"],
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  };
}
