import { z } from "zod";

/** How one model column is made from a recorded value. */
const plannedColumnSchema = z.object({
  /** Column of the model's table, unique within the plan. */
  name: z.string(),
  /** The recorded value it comes from: contributions of one base are one factor. */
  base: z.string(),
  label: z.string(),
  kind: z.enum(["numeric", "categorical"]),
  /**
   * `value` as recorded; `usual` mean of the earlier values within 120 days; `change` of the value against that mean
   * (difference of log1p, or plain where negative values occur); `share` of `of`, e.g. active seats of all seats.
   */
  form: z.enum(["value", "usual", "change", "share"]),
  of: z.string().optional(),
  /** What the number counts, for words. */
  unit: z.enum(["money", "days", "count", "text", "number", "date"]),
});
export type PlannedColumn = z.infer<typeof plannedColumnSchema>;

/**
 * What a model predicts from and where each column comes from: made once with the training set, stored beside the
 * model, and used for scoring as it stands, so that a new attribute never changes an old model's input.
 */
export const featurePlanSchema = z.object({
  version: z.literal(1),
  /** `customers`: what is known of a customer now; `snapshots`: dated records, with their trends. */
  source: z.enum(["customers", "snapshots"]),
  /** The past it learned from was made of the days that customers came and left on, all else being as of the file. */
  madeOfDates: z.literal(true).optional(),
  columns: z.array(plannedColumnSchema),
  /** Values left out before the model sees them, and why. */
  excluded: z.array(z.object({ column: z.string(), reason: z.string(), detail: z.string() })),
});
export type FeaturePlan = z.infer<typeof featurePlanSchema>;

/** A recorded value; dates are already numbers (days before the row's date). */
export type FeatureValue = number | string | boolean | null;

/**
 * What was recorded of one customer at a moment, and before it. `earlier` holds values of up to 120 days before,
 * newest first; it is empty in cross-sectional data. Nothing of a later date can be in it: the readers only load
 * records up to the row's own date.
 */
export interface FeatureRow {
  rowId: string;
  values: Readonly<Record<string, FeatureValue>>;
  earlier: readonly Readonly<Record<string, FeatureValue>>[];
}
