import { criteriaLines, linePath, type BrokenLine, type CriteriaNode } from "@forestay/contracts";
import { criterionLabel, fieldOf, type CriterionFormat } from "@forestay/contracts/words";
import type { Tx } from "#platform/db/transaction.ts";
import { problemsOf, type CheckContext, type RuleUse } from "./check-criteria.ts";
import { readRuleContext } from "./read-context.ts";
import { listSegmentRows, segmentsById } from "./segment-rows.ts";

/** Lines that the rule would be refused for today: what they ask for went, or was never there. */
export function brokenLinesOf(
  criteria: readonly CriteriaNode[],
  context: CheckContext & { format: CriterionFormat },
): BrokenLine[] {
  const { root, fields, format } = context;
  const words = new Map(
    criteriaLines(criteria).map(({ path, criterion }) => [
      linePath(path, root),
      criterion.label ?? criterionLabel(criterion, fieldOf(fields, criterion.field), format),
    ]),
  );
  return Object.entries(problemsOf(criteria, context)).map(([path, message]) => ({
    path,
    words: words.get(path) ?? "A group",
    message,
  }));
}

/** The same of rules that are kept elsewhere, each below its root. */
export async function readBrokenLines(
  tx: Tx,
  companyId: string,
  rules: readonly { root: string; criteria: readonly CriteriaNode[] }[],
  { use, now }: { use: RuleUse; now: Date },
): Promise<BrokenLine[][]> {
  if (rules.every(({ criteria }) => criteria.length === 0)) return rules.map(() => []);
  const known = await readRuleContext(tx, companyId, now);
  const segments = segmentsById(await listSegmentRows(tx, companyId));
  return rules.map(({ root, criteria }) =>
    brokenLinesOf(criteria, { ...known, use, root, segmentId: null, segments }),
  );
}
