import { HOUR_MS, type StepDone } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { actorColumns } from "#modules/companies/index.ts";
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
  const { companyId } = user;
  return withTenant(db, companyId, async (tx) => {
    const { fullName } = await requireCustomer(tx, companyId, customerId);
    const { steps } = await readNextSteps(tx, companyId);
    const step = steps.find((one) => one.code === code);
    if (!step) {
      throw new AppError("validation_failed", {
        fields: { code: "This is none of your next steps any more" },
      });
    }
    const before = await tx
      .selectFrom("next_steps_done")
      .select(columns)
      .where("company_id", "=", companyId)
      .where("customer_id", "=", customerId)
      .where("code", "=", code)
      .where("done_at", ">", new Date(now.getTime() - SAME_DEED_MS))
      .executeTakeFirst();
    if (before) return toStepDone(before);
    const eventId = await addTimelineEntry(tx, companyId, {
      customerId,
      type: "next_step_done",
      title: `Done: ${step.title}`,
      actor: user,
      occurredAt: now,
      data: { code },
    });
    const row = await tx
      .insertInto("next_steps_done")
      .values({
        company_id: companyId,
        customer_id: customerId,
        code,
        title: step.title,
        done_at: now,
        ...actorColumns("done_by", user),
        event_id: eventId,
      })
      .returning(columns)
      .executeTakeFirstOrThrow();
    await recordAudit(tx, user, {
      action: "next_step.done",
      target: fullName,
      targetId: customerId,
      after: { step: step.title },
    });
    return toStepDone(row);
  });
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
