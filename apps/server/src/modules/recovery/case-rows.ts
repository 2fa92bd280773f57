import {
  DAY_MS,
  PaymentStatus,
  type DeclineClassName,
  type DeclineReasonName,
  type PaymentStatusValue,
  type RecoveryCase,
  type RecoveryCreditName,
  type RecoveryHold,
  type RecoveryNextStep,
  type RecoveryPolicy,
  type RecoveryStatusName,
} from "@forestay/contracts";
import { overdueBefore, plannedTries, PRIOR_CASES } from "@forestay/metrics";
import type { Selectable } from "kysely";
import { findCompanyLocale } from "#modules/companies/index.ts";
import { readCustomerNames, toMajorUnits } from "#modules/customers/index.ts";
import type { DB } from "#platform/db/schema.gen.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { chanceOf } from "./learning/chance-of-case.ts";
import { readModel } from "./learning/model-rows.ts";
import { readPolicyInUse, retryPolicyOf } from "./policies.ts";

export type CaseRow = Selectable<DB["recovery_cases"]>;

/** A case that nobody else changes meanwhile. Throws `not_found`. */
export async function lockCase(tx: Tx, companyId: string, id: string): Promise<CaseRow> {
  const row = await tx
    .selectFrom("recovery_cases")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", { message: "This failed payment does not exist." });
  return row;
}

/** A case that is not over, as it is; undefined: there is none, or it is over. */
export const findOpen = (tx: Tx, companyId: string, id: string): Promise<CaseRow | undefined> =>
  tx
    .selectFrom("recovery_cases")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .executeTakeFirst();

/** Cases as they cross the wire, in their order. */
export async function toCases(
  tx: Tx,
  companyId: string,
  rows: readonly CaseRow[],
  now: Date,
): Promise<RecoveryCase[]> {
  const names = await readCustomerNames(tx, companyId, [...new Set(rows.map((row) => row.customer_id))]);
  const timeZone = (await findCompanyLocale(tx, companyId))?.timeZone ?? "UTC";
  const { model } = await readModel(tx, companyId);
  const before = overdueBefore(now.getTime(), timeZone);
  const { policy: inUse } = await readPolicyInUse(tx, companyId);
  const policy = retryPolicyOf(inUse);
  return rows.map((row) => {
    const customer = names.get(row.customer_id);
    const declineClass = row.decline_class as DeclineClassName;
    const planned = plannedTries(policy, declineClass);
    return {
      id: row.id,
      customer: {
        id: row.customer_id,
        name: customer?.name ?? "",
        email: customer?.email ?? null,
        churnRiskScore: customer?.score ?? null,
        churnRiskLevel: customer?.level ?? null,
      },
      invoice: row.invoice_source_id,
      plan: row.plan,
      currency: row.currency,
      amount: toMajorUnits(row.amount_minor, row.currency),
      recovered: toMajorUnits(row.recovered_minor, row.currency),
      firstFailedAt: row.first_failed_at.toISOString(),
      declineCode: row.decline_code,
      class: declineClass,
      reason: row.decline_reason as DeclineReasonName,
      tries: row.tries,
      plannedTries: planned > 1 ? Math.max(planned, row.tries) : null,
      lastTriedAt: row.last_tried_at.toISOString(),
      status: row.status as RecoveryStatusName,
      chance:
        row.closed_at === null
          ? chanceOf(model.chances, { declineClass, firstFailedAt: row.first_failed_at }, now)
          : null,
      isChanceOwn: model.chanceCases[declineClass] >= PRIOR_CASES,
      paymentStatus: paymentStatusOf(row, before),
      nextStep: nextStepOf(row, inUse, now),
      nextAt: nextAtOf(row)?.toISOString() ?? null,
      heldBy: row.closed_at === null ? (row.held_reason as RecoveryHold | null) : null,
      credit: row.credit as RecoveryCreditName | null,
      closedAt: row.closed_at?.toISOString() ?? null,
      pausedAt: row.paused_at?.toISOString() ?? null,
      marked:
        row.marked_as === null || row.marked_at === null
          ? null
          : {
              as: row.marked_as as "paid" | "written_off",
              by: row.marked_by ?? "",
              at: row.marked_at.toISOString(),
              note: row.marked_note,
            },
    };
  });
}

/** Of one bill: it failed, its time to pay is over as well, or an approval is waited for. */
function paymentStatusOf({ status, due_at, decline_reason }: CaseRow, before: number): PaymentStatusValue {
  if (status === "recovered") return PaymentStatus.Current;
  if (due_at !== null && due_at.getTime() < before) return PaymentStatus.Overdue;
  return decline_reason === "needs_authentication" ? PaymentStatus.Pending : PaymentStatus.Failed;
}

/** What is planned from here; else the provider charges, and does not tell what it plans: only that no try helps is known. */
function nextStepOf(row: CaseRow, policy: RecoveryPolicy, now: Date): RecoveryNextStep | null {
  if (row.closed_at !== null) return null;
  if (row.paused_at !== null) return "paused";
  if (row.next_what !== null) return row.next_what as "message" | "try";
  // Nothing is ended from here: somebody has to do at the provider what customers were told.
  const isOver = row.first_failed_at.getTime() + policy.graceDays * DAY_MS <= now.getTime();
  const wasWorkedOn = row.first_message_at !== null || row.own_tries > 0;
  if (isOver && wasWorkedOn && policy.graceEnd !== "keep")
    return policy.graceEnd === "pause" ? "grace_pause" : "grace_cancel";
  if (row.decline_reason === "needs_authentication") return "approval";
  return row.decline_class === "act" || row.decline_class === "never" ? "new_card" : "provider";
}

const nextAtOf = (row: CaseRow) => (row.closed_at === null && row.paused_at === null ? row.next_at : null);
