import { isSameChurnRule, type ChurnRule, type ModelQuality } from "@forestay/contracts";
import { EVENT_PREFIX, featurePlanSchema } from "#modules/features/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { churnOf } from "../models-repository.ts";

/** What the model in use learned from. */
export interface LearnedFields {
  /** Records of past days; the days that customers came and left on; or labels without a day. */
  source: "history" | "dates" | "labels";
  horizonDays: number;
  /** Recorded values by their name in snapshots, without those that may give the outcome away and were not confirmed. */
  fields: ReadonlySet<string>;
  /** Whether counts of a kind of event, or of failed payments, may give the outcome away. */
  doubtsEvent: (type: string) => boolean;
  doubtsFailedPayments: boolean;
}

/** Reads only; null while no model is in use, or where it learned another meaning of leaving. */
export async function readLearnedFields(
  tx: Tx,
  companyId: string,
  churn: ChurnRule,
): Promise<LearnedFields | null> {
  const row = await tx
    .selectFrom("churn_models")
    .select([
      "training_source",
      "feature_plan",
      "quality",
      "horizon_days",
      "churn_definition",
      "inactive_days",
    ])
    .where("company_id", "=", companyId)
    .where("is_current", "=", true)
    .executeTakeFirst();
  if (row === undefined || !isSameChurnRule(churnOf(row), churn)) return null;
  const plan = featurePlanSchema.parse(row.feature_plan);
  const { leakage, droppedColumns } = row.quality as unknown as ModelQuality;
  const doubted = new Set([
    ...leakage
      .filter(({ verdict, confirmed }) => verdict === "excluded" || !confirmed)
      .map(({ field }) => field),
    ...droppedColumns.map(({ field }) => field),
  ]);
  const begins = (prefix: string) => [...doubted].some((base) => base?.startsWith(prefix) === true);
  return {
    source:
      row.training_source === "label_column" ? "labels" : plan.madeOfDates === true ? "dates" : "history",
    horizonDays: row.horizon_days,
    doubtsEvent: (type) => begins(`${EVENT_PREFIX}${type}_`),
    doubtsFailedPayments: begins("failed_payments_"),
    fields: new Set(
      plan.columns.filter(({ form, base }) => form === "value" && !doubted.has(base)).map(({ base }) => base),
    ),
  };
}
