import { isDeepStrictEqual } from "node:util";
import {
  criteriaLines,
  followsTime,
  isGroup,
  SegmentStatus,
  type CriteriaNode,
  type Segment,
  type SegmentUse,
  type segmentInput,
  type segmentUpdate,
} from "@forestay/contracts";
import { providerWords } from "@forestay/contracts/vocabulary";
import type { z } from "zod";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
import { actorColumns, type Actor } from "#modules/companies/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";
import { checkCriteria } from "./check-criteria.ts";
import { followJob } from "./follow-segments.ts";
import { readRuleContext } from "./read-context.ts";
import { withLabels } from "./rule-words.ts";
import {
  criteriaOf,
  findSegment,
  listSegmentRows,
  readUsers,
  segmentsById,
  usersOf,
  type SegmentRow,
  type SegmentUsers,
} from "./segment-rows.ts";
import { readTrends, toSegment } from "./segment-view.ts";

type Input = z.output<typeof segmentInput>;
type Context = Pick<ModuleContext, "db" | "jobs" | "clock">;

/** Keeps a rule under a name; an active segment's members are worked out right after. */
export async function createSegment(
  { db, jobs, clock }: Context,
  user: Actor & { companyId: string },
  input: Input,
): Promise<Segment> {
  const now = clock.now();
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    const { criteria, rows } = await checked(tx, companyId, input, null, now);
    await refuseTakenName(rows, input.name, null);
    const { id } = await tx
      .insertInto("segments")
      .values({
        company_id: companyId,
        ...columnsOf(input, criteria),
        rule_changed_at: now,
        needs_recount: input.status === SegmentStatus.Active,
        created_at: now,
        updated_at: now,
        ...actorColumns("created_by", user),
        ...actorColumns("updated_by", user),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await recordAudit(tx, user, {
      action: "segment.created",
      target: input.name,
      targetId: id,
      after: { ...input, criteria },
    });
    return followed(tx, { jobs, now }, companyId, id);
  });
}

/**
 * Changes a segment. Throws `conflict` where somebody saved after the version that was changed, naming who and when; and
 * `invalid_state` for taking out of use what others use.
 */
export async function updateSegment(
  { db, jobs, clock }: Context,
  user: CompanyUser,
  id: string,
  { version, ...input }: z.output<typeof segmentUpdate>,
): Promise<Segment> {
  const now = clock.now();
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    const before = await lockSegment(tx, companyId, id);
    if (before.version !== version) {
      throw new AppError("conflict", {
        message: `${before.updated_by ?? "Somebody"} changed this segment meanwhile. Their version is kept; look at it before you save yours.`,
      });
    }
    const { criteria, rows } = await checked(tx, companyId, input, id, now);
    await refuseTakenName(rows, input.name, id);
    if (before.status === SegmentStatus.Active && input.status !== SegmentStatus.Active)
      refuseWhileUsed(
        await readUsers(tx, companyId),
        before,
        input.status === SegmentStatus.Draft ? "made a draft" : "archived",
      );
    const ruleChanged =
      input.status !== before.status || JSON.stringify(criteria) !== JSON.stringify(criteriaOf(before));
    await tx
      .updateTable("segments")
      .set({
        ...columnsOf(input, criteria),
        version: before.version + 1,
        updated_at: now,
        ...actorColumns("updated_by", user),
        ...(ruleChanged
          ? { rule_changed_at: now, needs_recount: input.status === SegmentStatus.Active }
          : {}),
      })
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .execute();
    // A draft has no members; those of an archived segment stay as they were on its last day.
    if (input.status === SegmentStatus.Draft) await forgetMembers(tx, companyId, id);
    const changes = changesOf(auditedOf(before), { ...input, criteria });
    if (changes)
      await recordAudit(tx, user, {
        action: "segment.changed",
        target: input.name,
        targetId: id,
        ...changes,
      });
    return followed(tx, { jobs, now }, companyId, id);
  });
}

/** A draft with the same rule, under a name that is free. */
export async function duplicateSegment(context: Context, user: CompanyUser, id: string): Promise<Segment> {
  const { row, names } = await withTenant(context.db, user.companyId, async (tx) => {
    const rows = await listSegmentRows(tx, user.companyId);
    return {
      row: rows.find((one) => one.id === id),
      names: new Set(rows.map(({ name }) => name.toLowerCase())),
    };
  });
  if (!row) throw new AppError("not_found", { message: "This segment does not exist." });
  const stem = row.name.slice(0, 90);
  let name = `${stem} copy`;
  for (let number = 2; names.has(name.toLowerCase()); number++) name = `${stem} copy ${number}`;
  return createSegment(context, user, {
    ...auditedOf(row),
    name,
    status: SegmentStatus.Draft,
  });
}

/** Throws `invalid_state` that names what uses it. */
export async function deleteSegment({ db }: Context, user: CompanyUser, id: string): Promise<void> {
  const { companyId } = user;
  await withTenant(db, companyId, async (tx) => {
    const row = await lockSegment(tx, companyId, id);
    refuseWhileUsed(await readUsers(tx, companyId), row, "deleted");
    await tx.deleteFrom("segments").where("company_id", "=", companyId).where("id", "=", id).execute();
    await recordAudit(tx, user, {
      action: "segment.deleted",
      target: row.name,
      targetId: id,
      before: auditedOf(row),
    });
    await publishEvent(tx, { companyId }, "segments_changed", { segmentIds: [id] });
  });
}

async function checked(tx: Tx, companyId: string, input: Input, segmentId: string | null, now: Date) {
  const context = await readRuleContext(tx, companyId, now);
  const rows = await listSegmentRows(tx, companyId);
  if (input.status === SegmentStatus.Active && criteriaLines(input.criteria).length === 0) {
    throw new AppError("validation_failed", {
      message: "A segment needs at least one line: without any, everybody is in it.",
      fields: { criteria: "Add a line" },
    });
  }
  // Who takes a rule out of use need not mend it first: one whose column went can be archived as it is.
  const kept = rows.find((row) => row.id === segmentId);
  const isKeptRule = kept !== undefined && isSameRule(criteriaOf(kept), input.criteria);
  if (input.status === SegmentStatus.Active || !isKeptRule)
    checkCriteria(input.criteria, {
      ...context,
      use: "followed",
      root: "criteria",
      segmentId,
      segments: segmentsById(rows),
    });
  return { criteria: withLabels(input.criteria, context.fields, context.format), rows };
}

/** The same lines, whatever their labels say and in whatever order their parts are kept. */
const isSameRule = (one: readonly CriteriaNode[], other: readonly CriteriaNode[]): boolean =>
  isDeepStrictEqual(one.map(bareNode), other.map(bareNode));

const bareNode = (node: CriteriaNode): unknown =>
  isGroup(node) ? [node.match, node.criteria.map(bareNode)] : [node.field, node.operator, node.value];

async function lockSegment(tx: Tx, companyId: string, id: string): Promise<SegmentRow> {
  const row = await tx
    .selectFrom("segments")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", { message: "This segment does not exist." });
  return row;
}

async function refuseTakenName(rows: readonly SegmentRow[], name: string, id: string | null): Promise<void> {
  if (!rows.some((row) => row.id !== id && row.name.toLowerCase() === name.toLowerCase())) return;
  throw new AppError("validation_failed", { fields: { name: "Another segment has this name" } });
}

function refuseWhileUsed(all: SegmentUsers, row: SegmentRow, deed: string): void {
  const users = usersOf(all, row.id).map(userWords);
  if (users.length === 0) return;
  throw new AppError("invalid_state", {
    message: `'${row.name}' cannot be ${deed}: ${users.join(", ")} ${users.length === 1 ? "uses" : "use"} it.`,
  });
}

function userWords({ kind, name, provider }: SegmentUse): string {
  if (kind === "campaign") return `the campaign '${name}'`;
  if (provider !== undefined) return `the audience on '${name}' in ${providerWords(provider).name}`;
  return `'${name}'`;
}

function columnsOf(input: Input, criteria: readonly CriteriaNode[]) {
  return {
    name: input.name,
    description: input.description,
    type: input.type,
    status: input.status,
    color: input.color,
    criteria: JSON.stringify(criteria),
    follows_time: criteriaLines(criteria).some(({ criterion }) => followsTime(criterion)),
  };
}

/** What a person says of a segment, from its row. */
function auditedOf(row: SegmentRow): Input {
  return {
    name: row.name,
    description: row.description,
    type: row.type as Input["type"],
    status: row.status as Input["status"],
    color: row.color as Input["color"],
    criteria: criteriaOf(row),
  };
}

async function forgetMembers(tx: Tx, companyId: string, id: string): Promise<void> {
  await tx
    .deleteFrom("segment_members")
    .where("company_id", "=", companyId)
    .where("segment_id", "=", id)
    .execute();
  await tx
    .deleteFrom("segment_days")
    .where("company_id", "=", companyId)
    .where("segment_id", "=", id)
    .execute();
  await tx
    .deleteFrom("segment_changes")
    .where("company_id", "=", companyId)
    .where("segment_id", "=", id)
    .execute();
  await tx
    .updateTable("segments")
    .set({ customer_count: null, counted_at: null, members_as_of: null })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();
}

/** Has the members of what was saved worked out, and answers with the segment as it is kept. */
async function followed(
  tx: Tx,
  { jobs, now }: { jobs: ModuleContext["jobs"]; now: Date },
  companyId: string,
  id: string,
): Promise<Segment> {
  await jobs.enqueue(tx, followJob.company, { companyId }, { singletonKey: companyId, groupKey: companyId });
  await publishEvent(tx, { companyId }, "segments_changed", { segmentIds: [id] });
  const row = await findSegment(tx, companyId, id);
  if (!row) throw new AppError("not_found");
  const context = await readRuleContext(tx, companyId, now);
  const users = await readUsers(tx, companyId);
  return toSegment(row, { ...context, users, trends: await readTrends(tx, companyId, now) });
}
