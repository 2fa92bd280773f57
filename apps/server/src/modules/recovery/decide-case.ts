import type { RecoveryCase, recoveryMarkInput } from "@forestay/contracts";
import type { UpdateObject } from "kysely";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { actorColumns } from "#modules/companies/index.ts";
import { holdMessages, releaseMessages } from "#modules/customer-mail/index.ts";
import { addTimelineEntry, readCustomerNames } from "#modules/customers/index.ts";
import type { DB } from "#platform/db/schema.gen.ts";
import { withTenantClient } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { publishEvent } from "#platform/live/publish-event.ts";
import type { ModuleContext } from "#platform/module.ts";
import { lockCase, toCases, type CaseRow } from "./case-rows.ts";
import { keepCasesOf } from "./keep-cases.ts";
import { keepDeed } from "./work/deeds.ts";
import { planAnew } from "./work/keep-plans.ts";

type Context = Pick<ModuleContext, "db" | "clock" | "jobs">;

/** Leaves an open case alone until somebody says otherwise. Throws `invalid_state` for one that is over or paused. */
export const pauseCase = (context: Context, user: CompanyUser, id: string) =>
  decide(context, user, id, "paused", (row, now) => {
    requireOpen(row);
    if (row.paused_at !== null)
      throw new AppError("invalid_state", { message: "This one is paused already." });
    return { paused_at: now };
  });

/** Goes on with a paused case. */
export const resumeCase = (context: Context, user: CompanyUser, id: string) =>
  decide(context, user, id, "resumed", (row) => {
    if (row.paused_at === null) throw new AppError("invalid_state", { message: "This one is not paused." });
    return { paused_at: null };
  });

/** Ends an open case by a person's word: paid elsewhere, or written off. */
export const markCase = (
  context: Context,
  user: CompanyUser,
  id: string,
  { as, note }: z.output<typeof recoveryMarkInput>,
) =>
  decide(
    context,
    user,
    id,
    as === "paid" ? "marked_paid" : "written_off",
    (row, now) => {
      requireOpen(row);
      return { marked_as: as, marked_at: now, marked_note: note, ...actorColumns("marked_by", user) };
    },
    note,
  );

/** Takes a person's word back. */
export const unmarkCase = (context: Context, user: CompanyUser, id: string) =>
  decide(context, user, id, "unmarked", (row) => {
    if (row.marked_as === null)
      throw new AppError("invalid_state", { message: "Nobody has settled this one by hand." });
    return {
      marked_as: null,
      marked_at: null,
      marked_note: "",
      marked_by: null,
      marked_by_user_id: null,
      marked_by_api_key_id: null,
    };
  });

function requireOpen(row: CaseRow): void {
  if (row.closed_at !== null)
    throw new AppError("invalid_state", { message: "This failed payment is settled already." });
}

/** What people decide, and what stands in the customer's history of it. */
const titles = {
  paused: "Recovery paused",
  resumed: "Recovery goes on",
  marked_paid: "Failed payment marked as paid",
  written_off: "Failed payment written off",
  unmarked: "Failed payment is open again",
} as const;

async function decide(
  { db, clock, jobs }: Context,
  user: CompanyUser,
  id: string,
  kind: keyof typeof titles,
  change: (row: CaseRow, now: Date) => UpdateObject<DB, "recovery_cases">,
  note = "",
): Promise<RecoveryCase> {
  const action = `recovery.${kind}` as const;
  const title = titles[kind];
  const { companyId } = user;
  const now = clock.now();
  return withTenantClient(db, companyId, async ({ tx, client }) => {
    const before = await lockCase(tx, companyId, id);
    const columns = change(before, now);
    await tx
      .updateTable("recovery_cases")
      // What happens next is planned anew.
      .set((is) => ({
        ...columns,
        updated_at: now,
        look_at: is.ref("first_failed_at"),
        next_what: null,
        next_at: null,
        held_reason: null,
      }))
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .execute();
    const name = (await readCustomerNames(tx, companyId, [before.customer_id])).get(before.customer_id)?.name;
    await recordAudit(tx, user, {
      action,
      target: `${name ?? ""}, ${before.invoice_source_id}`,
      targetId: before.customer_id,
    });
    await addTimelineEntry(tx, companyId, {
      customerId: before.customer_id,
      type: "recovery",
      title: `${title}: ${before.invoice_source_id}`,
      actor: user,
      occurredAt: now,
      data: { caseId: id },
    });
    await keepDeed(tx, companyId, id, { kind, at: now, by: user, note });
    const source = { kind: "recovery", id } as const;
    if (kind === "paused") await holdMessages(tx, companyId, source);
    if (kind === "resumed") await releaseMessages(tx, { clock, jobs }, companyId, source);
    await keepCasesOf({ tx, client }, companyId, [before.customer_id], now);
    const after = await lockCase(tx, companyId, id);
    if (after.closed_at === null) await planAnew({ tx, client }, companyId, after, now);
    await publishEvent(tx, { companyId }, "recovery_changed", {});
    const [one] = await toCases(tx, companyId, [await lockCase(tx, companyId, id)], now);
    return one!;
  });
}
