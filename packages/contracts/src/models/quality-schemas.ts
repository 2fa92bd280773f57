import { z } from "zod";
import { measuredSchema } from "../measured.ts";
import { reliabilityLevels } from "./vocabulary.ts";

export const droppedColumnSchema = z.object({
  column: z.string(),
  /** Where a person left it out: the field to choose about. */
  field: z.string().nullable().default(null),
  reason: z.string(),
  detail: z.string(),
});

export const leakageFindingSchema = z.object({
  column: z.string(),
  /** The field to choose about (`columns` of the model routes); null: stored before that was possible. */
  field: z.string().nullable().default(null),
  verdict: z.enum(["excluded", "warned"]),
  /** A person has said that it is known before a customer leaves: it is used, and no longer asked about. */
  confirmed: z.boolean().default(false),
  /** AUC of that column alone, out of fold; null where it was found by name or meaning. */
  auc: z.number().nullable(),
  message: z.string(),
});

export const baselineSchema = z.object({
  name: z.string(),
  auc: z.number().nullable(),
  logLoss: z.number(),
  /** Whether the model is better than this baseline beyond chance. */
  beaten: z.boolean(),
});

/** What each field adds to the ranking, measured by leaving it out. */
export const fieldValuesSchema = z.object({
  /** How it was measured, in words. */
  method: z.string(),
  /** Held-out rows it was measured on. */
  rows: z.number().int(),
  /** AUC of the quick model with every field. */
  auc: z.number(),
  /** Those that add most first; a field the model does not use is not among them. */
  fields: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      /** AUC with everything less AUC without the field. */
      added: measuredSchema,
      /** AUC of a model that knows this field alone. */
      alone: z.number(),
      /** `nothing`: the interval spans 0. */
      verdict: z.enum(["adds", "nothing", "disturbs"]),
    }),
  ),
});
export type FieldValues = z.infer<typeof fieldValuesSchema>;

/** A share of rows that left, 0-1, with Wilson's 95% interval. */
const leavingShareSchema = z.object({
  rows: z.number().int(),
  left: z.number().int(),
  share: z.number(),
  low: z.number(),
  high: z.number(),
});

/** A statement about what goes with leaving, tested over the customers that the model was measured on. */
export const findingSchema = z.object({
  /** The recorded value it is of, and its name. */
  base: z.string(),
  label: z.string(),
  /** What those have in common: 'more than 12', 'none', 'Starter', 'not known'. */
  words: z.string(),
  withIt: leavingShareSchema,
  without: leavingShareSchema,
  /** Share with it less share without, with Newcombe's 95% interval. */
  difference: z.object({ estimate: z.number(), low: z.number(), high: z.number() }),
  pValue: z.number(),
  /** Beyond chance over all statements tested, by Benjamini and Hochberg at 5%. */
  holds: z.boolean(),
  /** Who has it today, as the customers' list can be asked; null where that is no one field. */
  rule: z
    .object({ operator: z.enum(["Equals", "GreaterThan"]), value: z.union([z.string(), z.number()]) })
    .nullable(),
});
export type Finding = z.infer<typeof findingSchema>;

/** Quality in the groups of one field that a person knows: plan, country, tenure, value. */
export const segmentQualitySchema = z.object({
  field: z.string(),
  label: z.string(),
  groups: z.array(
    z.object({
      group: z.string(),
      customers: z.number().int(),
      outcomes: z.number().int(),
      meanPredicted: z.number(),
      /** Share that left. */
      observed: measuredSchema,
      /** Null where too few left, or stayed, to rank. */
      auc: measuredSchema.nullable(),
      /** Beyond chance, all groups of the field taken together: predicted more leaving than there was, or less. */
      calibration: z.enum(["right", "above", "below"]),
      /** Ranks worse than among all other customers, beyond chance. */
      ranksWorse: z.boolean(),
    }),
  ),
  /** Groups too small to say anything, with the reason. */
  suppressed: z.array(z.object({ group: z.string(), customers: z.number().int(), reason: z.string() })),
});
export type SegmentQuality = z.infer<typeof segmentQualitySchema>;

/** When customers leave: how far the model says it, and how that did on customers it had not seen. */
export const timingQualitySchema = z.object({
  /** Days for which leaving was watched: nothing is said beyond. */
  reachDays: z.number().int(),
  byDays: z.array(
    z.object({
      days: z.number().int(),
      /** Held-out rows whose outcome after so many days is known; 0: nobody was watched for so long. */
      rows: z.number().int(),
      outcomes: z.number().int(),
      meanPredicted: z.number().nullable(),
      /** The figures are null where one outcome only is known. */
      logLoss: measuredSchema.nullable(),
      /** Of telling everybody the share that left. */
      baseLogLoss: z.number().nullable(),
      ece: measuredSchema.nullable(),
      auc: measuredSchema.nullable(),
    }),
  ),
});
export type TimingQuality = z.infer<typeof timingQualitySchema>;

/**
 * What the model was worth on customers it had not seen. All figures are out of fold (or on a later window),
 * never on training rows.
 */
export const modelQualitySchema = z.object({
  verdict: z.enum(reliabilityLevels),
  /** The verdict in a sentence. */
  summary: z.string(),
  /** What it is made of: `stack` and `stack-large` several kinds of models together, `small` for little data, `logistic` one regression. */
  recipe: z.string().default("logistic"),
  /** How the held-out rows were chosen, in words. */
  method: z.string(),
  rows: z.number().int(),
  outcomes: z.number().int(),
  baseRate: z.number(),
  auc: measuredSchema,
  prAuc: measuredSchema,
  brier: measuredSchema,
  logLoss: measuredSchema,
  ece: measuredSchema,
  /** Lift of the top tenth. */
  topDecileLift: measuredSchema,
  rocPoints: z.array(z.object({ falsePositiveRate: z.number(), truePositiveRate: z.number() })),
  calibrationBins: z.array(
    z.object({
      meanPredicted: z.number(),
      observed: z.number(),
      lower: z.number(),
      upper: z.number(),
      count: z.number().int(),
    }),
  ),
  /** `shareOfLeavers`: of all leavers, in this and the riskier tenths. */
  liftByTenth: z.array(z.object({ tenth: z.number().int(), lift: z.number(), shareOfLeavers: z.number() })),
  /** Which held-out rows the figures are of; null: stored before that was kept. */
  measuredOn: z
    .object({
      /** `customers`: each is one row. `records`: a customer has a row per dated record. */
      unit: z.enum(["customers", "records"]),
      rows: z.number().int(),
      customers: z.number().int(),
      outcomes: z.number().int(),
      /** The one day the rows are of, `YYYY-MM-DD`; null where they are of many days, or of none. */
      day: z.string().nullable(),
    })
    .nullable()
    .default(null),
  /** Those rows by their score, 0 to 100: how many, and how many of them left. Null: stored before that was kept. */
  byScore: z
    .object({ rows: z.array(z.number().int()), leavers: z.array(z.number().int()) })
    .nullable()
    .default(null),
  /**
   * At the lower edge of each band: which of those rows it flags and what it finds. The bands are those of the scores
   * beside it, and on a model's card those of now; before `byScore` was kept, those of the training.
   */
  bandEdges: z.array(
    z.object({
      level: z.number().int(),
      /** Lowest score of the band, 0-100. */
      cutOff: z.number(),
      flagged: z.number().int(),
      leaversFound: z.number().int(),
      /** Leavers below the edge. Null: not kept. */
      missed: z.number().int().nullable().default(null),
      /** Flagged, and stayed. */
      falseAlarms: z.number().int().nullable().default(null),
      precision: z.number(),
      recall: z.number(),
    }),
  ),
  baselines: z.array(baselineSchema),
  /** Simpler ways that the data does not allow to try, in words. */
  notCompared: z.array(z.string()).default([]),
  /** Null: not measured, because too few outcomes were held out, or by a version that did not measure it. */
  fieldValues: fieldValuesSchema.nullable().default(null),
  /** Null: rows were no customers of their own, or stored by a version that tested none. The surest first. */
  findings: z
    .object({ tested: z.number().int(), findings: z.array(findingSchema) })
    .nullable()
    .default(null),
  segments: z.array(segmentQualitySchema).default([]),
  /** Null: it says nothing of when, as it learned from labels without dates, or before that was kept. */
  timing: timingQualitySchema.nullable().default(null),
  droppedColumns: z.array(droppedColumnSchema),
  leakage: z.array(leakageFindingSchema),
  duplicateRows: z.number().int(),
  /** Infinite or absurd values among the training rows, held to the column's range; largest count first. */
  clipped: z.array(z.object({ column: z.string(), count: z.number().int() })).default([]),
});
export type ModelQuality = z.infer<typeof modelQualitySchema>;

/**
 * Partial dependence of the score on one value: everyone is given the value, all else is left, the chances are
 * averaged. `observed` is what happened to those who really had it.
 */
export const dependenceSchema = z.object({
  kind: z.enum(["numeric", "categorical"]),
  /** What the number counts, for its words. */
  unit: z.enum(["money", "days", "count", "text", "number", "date"]),
  points: z.array(
    z.object({
      /** The number; null for a category and for "not known". */
      at: z.number().nullable(),
      /** The category; null for a number and for "not known". */
      level: z.string().nullable(),
      probability: z.number(),
      /** Share of the records at or nearest to it, 0-1. */
      share: z.number(),
      observed: measuredSchema.nullable(),
    }),
  ),
  /** How the records are spread over the range of the points; empty for categories. */
  /** `log`: log1p of the value is drawn, because most crowd at the low end. */
  scale: z.enum(["linear", "log"]).default("linear"),
  histogram: z.array(z.object({ from: z.number(), to: z.number(), share: z.number() })),
});
export type DriverDependence = z.infer<typeof dependenceSchema>;

export const driverSchema = z.object({
  feature: z.string(),
  label: z.string(),
  /** Influence on the score, strongest = 100. */
  importance: z.number(),
  /** +1 more of it raises risk, -1 lowers it, 0 mixed. */
  direction: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  description: z.string(),
  /** Null for a value the engine made itself, and in models stored before it was kept. */
  dependence: dependenceSchema.nullable().default(null),
});
export type Driver = z.infer<typeof driverSchema>;
