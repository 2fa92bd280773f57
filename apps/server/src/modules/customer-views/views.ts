import {
  satisfiesPolicy,
  type BrokenLine,
  type CriteriaNode,
  type CustomerView,
  type customerViewInput,
  type customerViewUpdate,
} from "@forestay/contracts";
import type { Selectable } from "kysely";
import type { z } from "zod";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
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
export async function listViews(
  db: Database,
  user: CompanyUser,
  { check, now }: { check: ConditionCheck; now: Date },
): Promise<CustomerView[]> {
  return withTenant(db, user.companyId, async (tx) => {
    const rows = await readRows(tx, user);
    const kept = rows.map((row) => ({ root: "conditions", criteria: conditionsOf(row) }));
    const broken = await check.broken(tx, user.companyId, kept, now);
    return rows.map((row, at) => toView(row, broken[at]));
  });
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
    requireOwnName(rows, input);
    // Refused here rather than each time it is opened.
    await check.conditions(tx, user.companyId, input.conditions, { root: "conditions", now });
    const row = await tx
      .insertInto("customer_views")
      .values({
        company_id: user.companyId,
        ...columnsOf(user, input),
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

/**
 * Changes a view's name, whose it is or what it shows. Throws `not_found` for one that is somebody else's own, `conflict` where it was
 * changed since `version` was read, and what createView throws.
 */
export async function changeView(
  db: Database,
  user: CompanyUser,
  id: string,
  { version, ...input }: z.output<typeof customerViewUpdate>,
  { check, now }: { check: ConditionCheck; now: Date },
): Promise<CustomerView> {
  return withTenant(db, user.companyId, async (tx) => {
    const rows = await readRows(tx, user);
    const before = rows.find((one) => one.id === id);
    if (!before) throw new AppError("not_found", { message: "This view does not exist." });
    if (before.user_id === null || input.isShared) requireWriter(user);
    requireOwnName(
      rows.filter((row) => row.id !== id),
      input,
    );
    await check.conditions(tx, user.companyId, input.conditions, { root: "conditions", now });
    const row = await tx
      .updateTable("customer_views")
      .set({ ...columnsOf(user, input), version: version + 1 })
      .where("company_id", "=", user.companyId)
      .where("id", "=", id)
      .where("version", "=", version)
      .returningAll()
      .executeTakeFirst();
    if (!row)
      throw new AppError("conflict", {
        message: `'${before.name}' was changed meanwhile. What it is now is kept; look at it before you save yours.`,
      });
    const changes = changesOf(auditedOf(before), auditedOf(row));
    if (changes !== null)
      await recordAudit(tx, user, {
        action: "customer_view.changed",
        target: row.name,
        targetId: id,
        ...changes,
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
    await recordAudit(tx, user, {
      action: "customer_view.removed",
      target: row.name,
      targetId: id,
      before: auditedOf(row),
    });
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
    criteria: conditionsOf({ conditions }),
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

type Input = z.output<typeof customerViewInput>;

const columnsOf = (user: CompanyUser, { isShared, name, search, conditions, sort, direction }: Input) => ({
  user_id: isShared ? null : user.userId,
  name,
  search,
  conditions: JSON.stringify(conditions),
  sort,
  direction,
});

/** A person's own views have names of their own, and so have the team's. */
function requireOwnName(others: readonly Row[], { name, isShared }: Input): void {
  const beside = others.filter((row) => (row.user_id === null) === isShared);
  if (beside.some((row) => row.name.toLowerCase() === name.toLowerCase()))
    throw new AppError("validation_failed", { fields: { name: "Another view has this name" } });
}

function auditedOf(row: Row) {
  const { id: _, version: _version, brokenLines: _broken, ...said } = toView(row);
  return said;
}

function requireWriter(user: CompanyUser): void {
  if (!satisfiesPolicy("customers:write", user))
    throw new AppError("forbidden", { message: "Your role may save views of your own, not the team's." });
}

const conditionsOf = ({ conditions }: Pick<Row, "conditions">) => conditions as unknown as CriteriaNode[];

/** One that is saved has no broken lines: they are refused. */
function toView(row: Row, brokenLines: BrokenLine[] = []): CustomerView {
  return {
    id: row.id,
    name: row.name,
    isShared: row.user_id === null,
    search: row.search,
    conditions: conditionsOf(row),
    brokenLines,
    sort: row.sort as CustomerView["sort"],
    direction: row.direction as CustomerView["direction"],
    version: row.version,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  };
}
