import { z } from "zod";

/** A measured figure with its 95% interval; bounds are null where none can be given honestly. */
export const measuredSchema = z.object({
  value: z.number(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
});
export type Measured = z.infer<typeof measuredSchema>;

/** How far the scores may be relied on, decided by rules in the engine, in this order of trust. */
export const reliabilityLevels = ["good", "weak", "provisional", "not_reliable"] as const;

export const droppedColumnSchema = z.object({ column: z.string(), reason: z.string(), detail: z.string() });

export const leakageFindingSchema = z.object({
  column: z.string(),
  verdict: z.enum(["excluded", "warned"]),
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
  /** At the lower edge of each band: whom it flags and what it finds. */
  bandEdges: z.array(
    z.object({
      level: z.number().int(),
      /** Lowest score of the band, 0-100. */
      cutOff: z.number(),
      flagged: z.number().int(),
      leaversFound: z.number().int(),
      precision: z.number(),
      recall: z.number(),
    }),
  ),
  baselines: z.array(baselineSchema),
  droppedColumns: z.array(droppedColumnSchema),
  leakage: z.array(leakageFindingSchema),
  duplicateRows: z.number().int(),
});
export type ModelQuality = z.infer<typeof modelQualitySchema>;

export const driverSchema = z.object({
  feature: z.string(),
  label: z.string(),
  /** Influence on the score, strongest = 100. */
  importance: z.number(),
  /** +1 more of it raises risk, -1 lowers it, 0 mixed. */
  direction: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  description: z.string(),
});
export type Driver = z.infer<typeof driverSchema>;
