import {
  CaseStage,
  caseReasons,
  caseStageLabel,
  type CaseReason,
  type CaseStageValue,
  type caseClosing,
  type caseInput,
  type caseUpdate,
  type RiskCase,
} from "@forestay/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
import { actorColumns, nameOf } from "#modules/companies/index.ts";
import {
  addTimelineEntry,
  customersMarked,
  readCaseStart,
  recordLeaving,
  takeBackLeaving,
} from "#modules/customers/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";
import { enterStage, lockCase, toCases, type CaseRow } from "./case-rows.ts";
import { caseMoved, workAssigned } from "./events.ts";
import { requireCustomer, requirePeople } from "./people.ts";

type Context = Pick<ModuleContext, "db" | "events" | "clock">;

/** Opens a risk case. Throws `invalid_state` where the customer has an open one. */
export async function openCase(
  context: Context,
  user: CompanyUser,
  customerId: string,
  input: z.output<typeof caseInput>,
): Promise<RiskCase> {
  const { companyId } = user;
  const now = context.clock.now();
  return withTenant(context.db, companyId, async (tx) => {
    const { name } = await requireCustomer(tx, companyId, customerId);
    await requirePeople(tx, companyId, [input.ownerUserId], "ownerUserId");
    const atStake = await readCaseStart(tx, companyId, customerId);
    const row = await tx
      .insertInto("risk_cases")
      .values({
        company_id: companyId,
        customer_id: customerId,
        stage: CaseStage.AtRisk,
        reason: input.reason,
        plan: input.plan,
        owner_user_id: input.ownerUserId,
        value_cents: atStake.yearlyValueCents,
        currency: atStake.currency,
        score: atStake.score,
        opened_at: now,
        updated_at: now,
        ...actorColumns("opened_by", user),
        ...actorColumns("updated_by", user),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row)
      throw new AppError("invalid_state", { message: `${name} has an open case already: work on that one.` });
    await enterStage(tx, companyId, row.id, CaseStage.AtRisk, now);
    await recordAudit(tx, user, {
      action: "risk_case.opened",
      target: name,
      targetId: customerId,
      after: input,
    });
    await onTimeline(tx, user, row, `Risk case opened: ${caseReasons[input.reason]}`, now);
    await tellMoved({ tx, context }, row, null);
    await tellAssigned({ tx, context }, user, row, name, null);
    return changed({ tx, context }, companyId, row, now);
  });
}

/** Moves a case, or changes its reason, plan or owner. Throws `invalid_state` for a closed one. */
export async function changeCase(
  context: Context,
  user: CompanyUser,
  id: string,
  { version, ...input }: z.output<typeof caseUpdate>,
): Promise<RiskCase> {
  const { companyId } = user;
  const now = context.clock.now();
  return withTenant(context.db, companyId, async (tx) => {
    const before = await lockCase(tx, companyId, id, version);
    requireOpen(before);
    await requirePeople(tx, companyId, [input.ownerUserId], "ownerUserId");
    const { name } = await requireCustomer(tx, companyId, before.customer_id);
    const changes = changesOf(auditedOf(before), input);
    if (changes === null) return changed({ tx, context }, companyId, before, now);
    const row = await write(tx, user, before, now, {
      stage: input.stage,
      reason: input.reason,
      plan: input.plan,
      owner_user_id: input.ownerUserId,
    });
    await recordAudit(tx, user, {
      action: "risk_case.changed",
      target: name,
      targetId: row.customer_id,
      ...changes,
    });
    if (input.stage !== before.stage) {
      await enterStage(tx, companyId, id, input.stage, now);
      await onTimeline(tx, user, row, `Risk case: ${caseStageLabel(input.stage)}`, now);
      await tellMoved({ tx, context }, row, before);
    }
    await tellAssigned({ tx, context }, user, row, name, before.owner_user_id);
    return changed({ tx, context }, companyId, row, now);
  });
}

/**
 * Ends a case. The day of a lost one is written to its customer where nobody has said one: models learn from it as from any
 * other leaving.
 */
export async function closeCase(
  context: Context,
  user: CompanyUser,
  id: string,
  { version, outcome, ...input }: z.output<typeof caseClosing>,
): Promise<RiskCase> {
  const { companyId } = user;
  const now = context.clock.now();
  return withTenant(context.db, companyId, async (tx) => {
    const before = await lockCase(tx, companyId, id, version);
    requireOpen(before);
    const { name } = await requireCustomer(tx, companyId, before.customer_id);
    const leftOn = outcome === "lost" ? input.leftOn : null;
    const stage = leftOn === null ? CaseStage.Recovered : CaseStage.Lost;
    const wroteLeaving =
      leftOn !== null &&
      (await recordLeaving(tx, companyId, before.customer_id, { leftAt: leavingMoment(leftOn), now, user }));
    const row = await write(tx, user, before, now, {
      stage,
      reason: input.reason,
      outcome_note: input.note,
      closed_at: now,
      left_on: leftOn,
      wrote_leaving: wroteLeaving,
    });
    await enterStage(tx, companyId, id, stage, now);
    await recordAudit(tx, user, {
      action: "risk_case.closed",
      target: name,
      targetId: row.customer_id,
      after: { outcome, reason: input.reason, note: input.note, leftOn },
    });
    const words = `Risk case closed: ${caseStageLabel(stage)}, ${caseReasons[input.reason]}`;
    await onTimeline(tx, user, row, words, now);
    await tellMoved({ tx, context }, row, before);
    return changed({ tx, context }, companyId, row, now);
  });
}

/** Opens a closed case again, in the stage where saving stood, and takes back a leaving that closing it wrote. */
export async function reopenCase(context: Context, user: CompanyUser, id: string): Promise<RiskCase> {
  const { companyId } = user;
  const now = context.clock.now();
  return withTenant(context.db, companyId, async (tx) => {
    const before = await lockCase(tx, companyId, id, null);
    if (before.closed_at === null)
      throw new AppError("invalid_state", { message: "This case is open already." });
    const { name } = await requireCustomer(tx, companyId, before.customer_id);
    if (await hasOpenCase(tx, companyId, before.customer_id))
      throw new AppError("invalid_state", {
        message: `${name} has another open case: close that one first.`,
      });
    if (before.wrote_leaving && before.left_on !== null)
      await takeBackLeaving(tx, companyId, before.customer_id, {
        leftAt: leavingMoment(before.left_on),
        now,
        user,
      });
    const row = await write(tx, user, before, now, {
      stage: CaseStage.Saving,
      closed_at: null,
      left_on: null,
      wrote_leaving: false,
    });
    await enterStage(tx, companyId, id, CaseStage.Saving, now);
    await recordAudit(tx, user, { action: "risk_case.reopened", target: name, targetId: row.customer_id });
    await onTimeline(tx, user, row, "Risk case opened again", now);
    await tellMoved({ tx, context }, row, before);
    return changed({ tx, context }, companyId, row, now);
  });
}

/** A day as a customer's column keeps it. */
const leavingMoment = (day: string) => new Date(`${day}T00:00:00Z`);

function requireOpen(row: CaseRow): void {
  if (row.closed_at !== null)
    throw new AppError("invalid_state", { message: "This case is closed: open it again first." });
}

async function hasOpenCase(tx: Tx, companyId: string, customerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("risk_cases")
    .select("id")
    .where("company_id", "=", companyId)
    .where("customer_id", "=", customerId)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

async function write(
  tx: Tx,
  user: CompanyUser,
  before: CaseRow,
  now: Date,
  columns: Partial<
    Pick<
      CaseRow,
      | "stage"
      | "reason"
      | "plan"
      | "owner_user_id"
      | "outcome_note"
      | "closed_at"
      | "left_on"
      | "wrote_leaving"
    >
  >,
): Promise<CaseRow> {
  return tx
    .updateTable("risk_cases")
    .set({
      ...columns,
      version: before.version + 1,
      updated_at: now,
      ...actorColumns("updated_by", user),
    })
    .where("company_id", "=", user.companyId)
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function changed(
  { tx, context: { events } }: { tx: Tx; context: Context },
  companyId: string,
  row: CaseRow,
  now: Date,
): Promise<RiskCase> {
  await events.emit(tx, customersMarked, { companyId });
  await publishEvent(tx, { companyId }, "work_changed", { customerId: row.customer_id });
  const [one] = await toCases(tx, companyId, [row], now);
  return one!;
}

const auditedOf = (row: CaseRow) => ({
  stage: row.stage as CaseStageValue,
  reason: row.reason as CaseReason,
  plan: row.plan,
  ownerUserId: row.owner_user_id,
});

const onTimeline = (tx: Tx, actor: CompanyUser, row: CaseRow, title: string, occurredAt: Date) =>
  addTimelineEntry(tx, actor.companyId, {
    customerId: row.customer_id,
    type: "risk_case",
    title,
    actor,
    occurredAt,
    data: { caseId: row.id },
  });

const tellMoved = ({ tx, context }: { tx: Tx; context: Context }, row: CaseRow, before: CaseRow | null) =>
  context.events.emit(tx, caseMoved, {
    companyId: row.company_id,
    caseId: row.id,
    customerId: row.customer_id,
    from: before === null ? null : (before.stage as CaseStageValue),
    to: row.stage as CaseStageValue,
    reason: row.reason as CaseReason,
    version: row.version,
    at: row.updated_at.toISOString(),
  });

async function tellAssigned(
  { tx, context }: { tx: Tx; context: Context },
  user: CompanyUser,
  row: CaseRow,
  customerName: string,
  before: string | null,
): Promise<void> {
  const userId = row.owner_user_id;
  if (userId === null || userId === before || (userId === user.userId && user.apiKey === undefined)) return;
  const { rows } = await sql<{ by: string }>`select ${nameOf(user)} as by`.execute(tx);
  await context.events.emit(tx, workAssigned, {
    companyId: user.companyId,
    what: "case",
    id: row.id,
    customerId: row.customer_id,
    customerName,
    userId,
    by: rows[0]?.by ?? "",
    title: caseReasons[row.reason as CaseReason],
    dueOn: null,
  });
}
