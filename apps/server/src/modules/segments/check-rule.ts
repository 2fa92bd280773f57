import type { CriteriaNode } from "@forestay/contracts";
import type { Tx } from "#platform/db/transaction.ts";
import { checkCriteria } from "./check-criteria.ts";
import { readRuleContext } from "./read-context.ts";
import { segmentsById } from "./save-segment.ts";
import { listSegmentRows } from "./segment-rows.ts";

/** Refuses a rule that is kept elsewhere and that nobody could have meant (`validation_failed`, as checkCriteria). */
export async function checkRule(
  tx: Tx,
  companyId: string,
  criteria: readonly CriteriaNode[],
  now: Date,
): Promise<void> {
  if (criteria.length === 0) return;
  const context = await readRuleContext(tx, companyId, now);
  const segments = segmentsById(await listSegmentRows(tx, companyId));
  checkCriteria(criteria, { ...context, segmentId: null, segments });
}
