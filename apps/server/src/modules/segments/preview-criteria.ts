import { SAME_SEGMENT_SHARE, type CriteriaPreview, type criteriaPreviewInput } from "@forestay/contracts";
import { criteriaSentence, formatCounted, formatShare } from "@forestay/contracts/words";
import type { z } from "zod";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { checkCriteria } from "./check-criteria.ts";
import { lookAtRule, type LookedAt } from "./look-at-rule.ts";
import { readRuleContext } from "./read-context.ts";
import { nodeWords } from "./rule-words.ts";
import { criteriaOf, findSegment, listSegmentRows, segmentsById, type SegmentRow } from "./segment-rows.ts";

/** Somebody asked for everybody, and waits: a million rows that are not in memory take ten seconds and more. */
const COUNTED_EXACTLY = { statementTimeoutMs: 50_000 };

type Input = z.output<typeof criteriaPreviewInput>;

/** Who criteria choose, and what a person should know before keeping them. Throws `validation_failed` as checkCriteria. */
export async function previewCriteria(
  db: Database,
  companyId: string,
  input: Input,
  now: Date,
): Promise<CriteriaPreview> {
  return withTenant(
    db,
    companyId,
    async (tx) => {
      const context = await readRuleContext(tx, companyId, now);
      const rows = await listSegmentRows(tx, companyId);
      const segmentId = input.segmentId ?? null;
      checkCriteria(input.criteria, {
        ...context,
        use: "followed",
        root: "criteria",
        segmentId,
        segments: segmentsById(rows),
      });
      const looked = await lookAtRule(tx, companyId, input.criteria, context.filter, {
        isExact: input.isExact,
      });
      const narrowing = input.criteria.map((node, index) => ({
        label: nodeWords(node, context.fields, context.format),
        customerCount: looked.narrowing[index] ?? 0,
      }));
      return {
        sentence: criteriaSentence(input.criteria, context.fields, context.format),
        figures: looked.figures,
        everyone: looked.everyone,
        isExact: looked.isExact,
        margin: looked.margin,
        narrowing,
        sample: looked.sample,
        warnings: warningsOf(looked, rows, segmentId, narrowing),
      };
    },
    input.isExact ? COUNTED_EXACTLY : {},
  );
}

function warningsOf(
  { figures, everyone, overlaps }: LookedAt,
  rows: readonly SegmentRow[],
  segmentId: string | null,
  narrowing: CriteriaPreview["narrowing"],
): string[] {
  if (everyone.customerCount === 0) return [];
  if (figures.customerCount === 0) return [nobodyWords(narrowing)];
  if (figures.customerCount === everyone.customerCount)
    return narrowing.length === 0 ? [] : ["Everybody meets this rule, so it tells nobody from anybody."];
  return overlaps.flatMap(({ segmentId: other, share }) => {
    const row = rows.find(({ id }) => id === other);
    if (row === undefined || other === segmentId || share < SAME_SEGMENT_SHARE) return [];
    return [`Nearly the same customers as '${row.name}': ${formatShare(share)} of both are in both.`];
  });
}

/** Which line leaves nobody: the first after which nobody is left. */
function nobodyWords(narrowing: CriteriaPreview["narrowing"]): string {
  const at = narrowing.findIndex(({ customerCount }) => customerCount === 0);
  const line = narrowing[at];
  const before = narrowing[at - 1];
  if (line === undefined) return "Nobody meets this rule.";
  if (before === undefined) return `Nobody meets this rule: no customer has “${line.label}”.`;
  return `Nobody meets this rule: “${line.label}” leaves none of the ${formatCounted(before.customerCount, "customer")} before it.`;
}

/** How many customers are left after each line of a kept rule. */
export async function readNarrowing(db: Database, companyId: string, id: string, now: Date) {
  return withTenant(db, companyId, async (tx) => {
    const row = await findSegment(tx, companyId, id);
    if (!row) throw new AppError("not_found", { message: "This segment does not exist." });
    const context = await readRuleContext(tx, companyId, now);
    const criteria = criteriaOf(row);
    const looked = await lookAtRule(tx, companyId, criteria, context.filter, { isExact: false });
    return {
      totalCount: looked.everyone.customerCount,
      lines: criteria.map((node, index) => ({
        label: nodeWords(node, context.fields, context.format),
        customerCount: looked.narrowing[index] ?? 0,
      })),
      isExact: looked.isExact,
    };
  });
}
