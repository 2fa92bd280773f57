import { CaseStage, DAY_MS, type CaseReason, type CaseStageValue, type RiskCase } from "@forestay/contracts";
import { sql, type Selectable } from "kysely";
import { toMajorUnits } from "#modules/customers/index.ts";
import type { DB } from "#platform/db/schema.gen.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { readConcerned, readPeople } from "./people.ts";

export type CaseRow = Selectable<DB["risk_cases"]>;

/** A case that nobody else changes meanwhile. Throws `not_found`; `conflict` where it was changed since a version was read. */
export async function lockCase(
  tx: Tx,
  companyId: string,
  id: string,
  version: number | null,
): Promise<CaseRow> {
  const row = await tx
    .selectFrom("risk_cases")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", { message: "This case does not exist." });
  if (version !== null && row.version !== version)
    throw new AppError("conflict", {
      message: `${row.updated_by} changed this case meanwhile. Their version is kept; look at it before you save yours.`,
    });
  return row;
}

/** Writes down that a case came into a stage. */
export async function enterStage(
  tx: Tx,
  companyId: string,
  caseId: string,
  stage: CaseStageValue,
  at: Date,
): Promise<void> {
  await tx
    .insertInto("risk_case_stages")
    .values({ company_id: companyId, case_id: caseId, stage, entered_at: at })
    .execute();
}

/** Stored cases as the wire has them. */
export async function toCases(
  tx: Tx,
  companyId: string,
  rows: readonly CaseRow[],
  now: Date,
): Promise<RiskCase[]> {
  const person = await readPeople(tx, companyId);
  const customer = await readConcerned(
    tx,
    companyId,
    rows.map((row) => row.customer_id),
  );
  const { rows: moves } = await sql<{ case_id: string; stage: CaseStageValue; entered_at: Date }>`
    select case_id, stage, entered_at from risk_case_stages
    where company_id = ${companyId} and case_id = any(${rows.map(({ id }) => id)}::uuid[])
    order by entered_at, id`.execute(tx);
  const movesOf = Map.groupBy(moves, (move) => move.case_id);
  return rows.map((row) => ({
    id: row.id,
    customer: customer(row.customer_id),
    stage: row.stage as CaseStageValue,
    reason: row.reason as CaseReason,
    plan: row.plan,
    outcomeNote: row.outcome_note,
    owner: person(row.owner_user_id),
    value: row.value_cents === null ? null : toMajorUnits(row.value_cents, row.currency),
    currency: row.currency,
    scoreThen: row.score,
    stages: (movesOf.get(row.id) ?? []).map(({ stage, entered_at }, index, all) => ({
      stage,
      enteredAt: entered_at.toISOString(),
      days: wholeDays(
        entered_at,
        all[index + 1]?.entered_at ?? (stage >= CaseStage.Recovered ? entered_at : now),
      ),
    })),
    openedBy: row.opened_by,
    openedAt: row.opened_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    leftOn: row.left_on,
    updatedBy: row.updated_by,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }));
}

export const wholeDays = (from: Date, to: Date) =>
  Math.max(0, Math.floor((to.getTime() - from.getTime()) / DAY_MS));
