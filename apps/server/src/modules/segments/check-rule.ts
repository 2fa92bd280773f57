import type { CriteriaNode, CustomerSelection } from "@forestay/contracts";
import type { Tx } from "#platform/db/transaction.ts";
import { checkCriteria, type RuleUse } from "./check-criteria.ts";
import { readRuleContext } from "./read-context.ts";
import { listSegmentRows, segmentsById } from "./segment-rows.ts";

/** Refuses a rule that is kept elsewhere and that nobody could have meant (`validation_failed`, as checkCriteria). */
export async function checkRule(
  tx: Tx,
  companyId: string,
  criteria: readonly CriteriaNode[],
  now: Date,
): Promise<void> {
  await check(tx, companyId, criteria, { use: "followed", root: "criteria", now });
}

/** The same of a list's conditions, below `root`: what names its lines in the caller's request. */
export async function checkConditions(
  tx: Tx,
  companyId: string,
  conditions: readonly CriteriaNode[],
  { root, now }: { root: string; now: Date },
): Promise<void> {
  await check(tx, companyId, conditions, { use: "listed", root, now });
}

/** The same of a selection as it stands in a request under `selection`; listed ids say no conditions. */
export async function checkSelection(
  tx: Tx,
  companyId: string,
  selection: CustomerSelection,
  now: Date,
): Promise<void> {
  if ("filter" in selection)
    await checkConditions(tx, companyId, selection.filter.conditions, {
      root: "selection.filter.conditions",
      now,
    });
}

async function check(
  tx: Tx,
  companyId: string,
  criteria: readonly CriteriaNode[],
  { now, ...use }: { use: RuleUse; root: string; now: Date },
): Promise<void> {
  if (criteria.length === 0) return;
  const context = await readRuleContext(tx, companyId, now);
  const segments = segmentsById(await listSegmentRows(tx, companyId));
  checkCriteria(criteria, { ...context, ...use, segmentId: null, segments });
}
