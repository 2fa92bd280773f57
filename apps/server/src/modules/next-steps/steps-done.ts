import { DAY_MS, HOUR_MS, STEP_TAKES_DAYS, type StepDone, type StepTaken } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { actorColumns, type Actor } from "#modules/companies/index.ts";
import { addTimelineEntry, findCustomerName, removeTimelineEntry } from "#modules/customers/index.ts";
import { readNextSteps } from "./next-steps.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { CompanyUser } from "#platform/http/actor.ts";

const MOST_LISTED = 50;
/** A second mark of the same step so soon is the same deed told twice. */
const SAME_DEED_MS = 12 * HOUR_MS;

const columns = ["id", "code", "title", "done_at", "done_by"] as const;
interface DoneRow {
  id: string;
  code: string;
  title: string;
  done_at: Date;
  done_by: string;
}
const toStepDone = ({ id, code, title, done_at, done_by }: DoneRow): StepDone => ({
  id,
  code,
  title,
  doneAt: done_at.toISOString(),
  doneBy: done_by,
});

export async function listStepsDone(tx: Tx, companyId: string, customerId: string): Promise<StepDone[]> {
  await requireCustomer(tx, companyId, customerId);
  const rows = await tx
    .selectFrom("next_steps_done")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("customer_id", "=", customerId)
    .orderBy("done_at", "desc")
    .limit(MOST_LISTED)
    .execute();
  return rows.map(toStepDone);
}

/** Marks one of the company's next steps as taken; told twice within twelve hours it is one deed. */
export async function markStepDone(
  db: Database,
  user: CompanyUser,
  customerId: string,
  code: string,
  now: Date,
): Promise<StepDone> {
  return withTenant(db, user.companyId, (tx) => recordStepDone(tx, user, customerId, code, now));
}

/** The same in the caller's transaction. */
export async function recordStepDone(
  tx: Tx,
  user: CompanyUser,
  customerId: string,
  code: string,
  now: Date,
): Promise<StepDone> {
  const { companyId } = user;
  const { fullName } = await requireCustomer(tx, companyId, customerId);
  const { steps } = await readNextSteps(tx, companyId);
  const step = steps.find((one) => one.code === code);
  if (!step) {
    throw new AppError("validation_failed", {
      fields: { code: "This is none of your next steps any more" },
    });
  }
  return recordDeed(tx, companyId, user, { customerId, fullName, code, title: step.title, now });
}

/** The same of a step that was offered under this title, whatever the company's list says by now; told by somebody elsewhere. */
export async function recordStepDoneThere(
  tx: Tx,
  companyId: string,
  { customerId, step, by }: { customerId: string; step: { code: string; title: string }; by: string },
  now: Date,
): Promise<void> {
  const { fullName } = await requireCustomer(tx, companyId, customerId);
  const actor: Actor = { job: true, companyId, askedBy: { userId: null, apiKeyId: null, name: by } };
  await recordDeed(tx, companyId, actor, { customerId, fullName, ...step, now });
}

async function recordDeed(
  tx: Tx,
  companyId: string,
  actor: Actor,
  {
    customerId,
    fullName,
    code,
    title,
    now,
  }: { customerId: string; fullName: string; code: string; title: string; now: Date },
): Promise<StepDone> {
  const before = await tx
    .selectFrom("next_steps_done")
    .select(columns)
    .where("company_id", "=", companyId)
    .where("customer_id", "=", customerId)
    .where("code", "=", code)
    .where("done_at", ">", new Date(now.getTime() - SAME_DEED_MS))
    .executeTakeFirst();
  if (before) return toStepDone(before);
  const row = await writeStepDone(tx, companyId, actor, { customerId, code, title, doneAt: now });
  await recordAudit(tx, actor, {
    action: "next_step.done",
    target: fullName,
    targetId: customerId,
    after: { step: title },
  });
  return toStepDone(row);
}

/** A customer's steps that still count as taken. */
export interface StepsTaken {
  codes: ReadonlySet<string>;
  last: StepTaken;
}

/**
 * Of these customers the steps that nobody is to be offered as new: marked since they were scored, or within the days that
 * a step's effect takes.
 */
export async function readStepsTaken(
  tx: Tx,
  companyId: string,
  customerIds: readonly string[],
  { scoredAt, now }: { scoredAt: Date | null; now: Date },
): Promise<ReadonlyMap<string, StepsTaken>> {
  const lately = now.getTime() - STEP_TAKES_DAYS * DAY_MS;
  const rows = await tx
    .selectFrom("next_steps_done")
    .select(["customer_id", "code", "title", "done_at"])
    .where("company_id", "=", companyId)
    .where(({ eb, fn, val }) => eb("customer_id", "=", fn.any(val([...customerIds]))))
    .where("done_at", ">=", new Date(Math.min(lately, scoredAt?.getTime() ?? lately)))
    .orderBy("done_at", "desc")
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.customer_id)].flatMap(([customerId, steps]) => {
      const [last] = steps;
      if (last === undefined) return [];
      return [
        [
          customerId,
          {
            codes: new Set(steps.map(({ code }) => code)),
            last: { title: last.title, doneAt: last.done_at.toISOString() },
          },
        ] as const,
      ];
    }),
  );
}

/** Whether any step was marked as done on or before that day. */
export async function hasStepsDoneBy(tx: Tx, companyId: string, day: Date): Promise<boolean> {
  const row = await tx
    .selectFrom("next_steps_done")
    .select("id")
    .where("company_id", "=", companyId)
    .where("done_at", "<=", day)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes a mark of a step of the company's with its entry on the timeline, whatever was marked before; tells the audit log nothing. */
export async function writeStepDone(
  tx: Tx,
  companyId: string,
  actor: Actor,
  { customerId, code, title, doneAt }: { customerId: string; code: string; title: string; doneAt: Date },
): Promise<DoneRow> {
  const eventId = await addTimelineEntry(tx, companyId, {
    customerId,
    type: "next_step_done",
    title: `Done: ${title}`,
    actor,
    occurredAt: doneAt,
    data: { code },
  });
  return tx
    .insertInto("next_steps_done")
    .values({
      company_id: companyId,
      customer_id: customerId,
      code,
      title,
      done_at: doneAt,
      ...actorColumns("done_by", actor),
      event_id: eventId,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Takes a mark back, with its entry on the timeline. Throws `not_found` for another customer's or company's. */
export async function unmarkStepDone(
  db: Database,
  user: CompanyUser,
  customerId: string,
  stepId: string,
): Promise<void> {
  const { companyId } = user;
  await withTenant(db, companyId, async (tx) => {
    const { fullName } = await requireCustomer(tx, companyId, customerId);
    const row = await tx
      .deleteFrom("next_steps_done")
      .where("company_id", "=", companyId)
      .where("customer_id", "=", customerId)
      .where("id", "=", stepId)
      .returning(["title", "event_id"])
      .executeTakeFirst();
    if (!row) throw new AppError("not_found", { message: "This step is not marked as done." });
    await removeTimelineEntry(tx, companyId, row.event_id);
    await recordAudit(tx, user, {
      action: "next_step.undone",
      target: fullName,
      targetId: customerId,
      before: { step: row.title },
    });
  });
}

async function requireCustomer(tx: Tx, companyId: string, id: string): Promise<{ fullName: string }> {
  const fullName = await findCustomerName(tx, companyId, id);
  if (fullName === undefined) throw new AppError("not_found", { message: "This customer does not exist." });
  return { fullName: fullName ?? id };
}
