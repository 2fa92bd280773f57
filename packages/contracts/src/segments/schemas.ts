import { z } from "zod";
import { brokenLineSchema, criteriaSchema, criterionFieldSchema } from "../criteria/schemas.ts";
import { customerSummarySchema } from "../customers/schemas.ts";
import { integrationProviderSchema } from "../integrations/schemas.ts";
import { listOf, pageQuery } from "../list.ts";
import { nameSchema } from "../names.ts";
import { numberedEnum } from "../numbered-enum.ts";
import { timestamp } from "../shapes.ts";
import { segmentColors, segmentSortFields, SegmentStatus, SegmentType } from "./vocabulary.ts";

export const segmentTypeSchema = numberedEnum(SegmentType);
export const segmentStatusSchema = numberedEnum(SegmentStatus);

/** Averages over some customers. Money in major units of `currency`, of customers kept in it; rates 0 to 1. */
const figures = {
  customerCount: z.number().int(),
  /** Of how many the churn rate is an average: those with a score who have not left. */
  scoredCount: z.number().int(),
  /** The average chance of leaving within the horizon; null: nobody has a score. */
  averageChurnRate: z.number().nullable(),
  averageLifetimeValue: z.number().nullable(),
  averageRevenue: z.number().nullable(),
  /** Yearly revenue of those expected to leave; null: nobody has a score. */
  revenueAtRisk: z.number().nullable(),
  /** Customers with a score by level, Low to Critical. */
  levels: z.array(z.number().int()).length(4),
  currency: z.string(),
};
export const segmentFiguresSchema = z.object(figures);
export type SegmentFigures = z.infer<typeof segmentFiguresSchema>;

/** Something that a segment is part of, and would miss it. */
export const segmentUseSchema = z.object({
  kind: z.enum(["segment", "view", "campaign", "audience"]),
  id: z.uuid(),
  /** Of an audience: of the list it stands on. */
  name: z.string(),
  /** The system that an audience is kept in; of an audience only. */
  provider: integrationProviderSchema.optional(),
});
export type SegmentUse = z.infer<typeof segmentUseSchema>;

/** What takes own columns away: an import that is undone, or a system whose data is deleted. */
export const columnLossQuery = z
  .object({ importId: z.uuid().optional(), provider: integrationProviderSchema.optional() })
  .refine(({ importId, provider }) => (importId === undefined) !== (provider === undefined), {
    message: "Name an import or a connected system",
  });
/** Own columns that nobody would have any more, with the rules that ask for them and would hold nobody. */
export const columnLossSchema = z.object({
  items: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      usedBy: z.array(segmentUseSchema),
      /** Views that are people's own: how many, since whose and what they are is theirs. */
      ownViews: z.number().int(),
    }),
  ),
});
export type ColumnLoss = z.infer<typeof columnLossSchema>["items"][number];

export const segmentSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  criteria: criteriaSchema,
  /** The criteria read out. */
  sentence: z.string(),
  brokenLines: z.array(brokenLineSchema),
  type: segmentTypeSchema,
  status: segmentStatusSchema,
  color: z.enum(segmentColors),
  /** Of the members as of `countedAt`, as in `figures`; null: not counted yet (a draft never is), or not known. */
  customerCount: z.number().int().nullable(),
  averageChurnRate: z.number().nullable(),
  averageLifetimeValue: z.number().nullable(),
  averageRevenue: z.number().nullable(),
  /** These and what else is known of the members; null: not counted yet. */
  figures: segmentFiguresSchema.nullable(),
  countedAt: timestamp.nullable(),
  /** The rule was changed and who is in it is being worked out. */
  isCounting: z.boolean(),
  /** Members by day, oldest first, as far as the last 30 days are known. */
  trend: z.array(z.number().int()),
  usedBy: z.array(segmentUseSchema),
  version: z.number().int(),
  createdAt: timestamp,
  createdBy: z.string().nullable(),
  updatedAt: timestamp,
  updatedBy: z.string().nullable(),
});
export type Segment = z.infer<typeof segmentSchema>;

export const segmentListQuery = z.object({
  ...pageQuery(25),
  search: z.string().max(200).optional(),
  status: z.coerce.number().pipe(segmentStatusSchema).optional(),
  type: z.coerce.number().pipe(segmentTypeSchema).optional(),
  sort: z.enum(segmentSortFields).default("revenueAtRisk"),
  direction: z.enum(["asc", "desc"]).default("desc"),
});

export const segmentListResponse = listOf(segmentSchema).extend({
  /** How many there are at all, and how many of them are active. */
  allCount: z.number().int(),
  activeCount: z.number().int(),
  /** All customers, to compare with. */
  everyone: segmentFiguresSchema,
});

/** What a person says of a segment. */
export const segmentInput = z.object({
  name: nameSchema(100),
  description: z.string().trim().max(500).default(""),
  type: segmentTypeSchema,
  status: segmentStatusSchema,
  color: z.enum(segmentColors),
  criteria: criteriaSchema,
});
export type SegmentInput = z.infer<typeof segmentInput>;

export const segmentUpdate = segmentInput.extend({
  /** The version that was changed: if somebody saved meanwhile, this is refused and theirs is kept. */
  version: z.number().int(),
});

export const criteriaPreviewInput = z.object({
  criteria: criteriaSchema,
  /** The segment these are to become, so that it is not compared with itself. */
  segmentId: z.uuid().optional(),
  /** Everybody is looked at, however long it takes; else, of a large company, a random part. */
  isExact: z.boolean().default(false),
});

export const criteriaPreviewSchema = z.object({
  sentence: z.string(),
  figures: segmentFiguresSchema,
  everyone: segmentFiguresSchema,
  /** False: worked out from a random part of the customers; counts are then about right, within `margin`. */
  isExact: z.boolean(),
  /** Half the width of the count's 95% interval; 0 where it is exact. */
  margin: z.number().int(),
  /** How many are left after each entry of the list, in order. */
  narrowing: z.array(z.object({ label: z.string(), customerCount: z.number().int() })),
  /** Some who are in it, the highest expected loss first. */
  sample: z.array(
    customerSummarySchema.pick({
      id: true,
      fullName: true,
      email: true,
      churnRiskScore: true,
      churnRiskLevel: true,
    }),
  ),
  /** What a person should know before keeping it. */
  warnings: z.array(z.string()),
});
export type CriteriaPreview = z.infer<typeof criteriaPreviewSchema>;

/** A rule found by looking at who left or at scores, to be kept, changed or passed over. */
export const suggestedSegmentSchema = z.object({
  name: z.string(),
  criteria: criteriaSchema,
  sentence: z.string(),
  /** Of all customers looked at. */
  customerCount: z.number().int(),
  /**
   * The share that left, or the average chance of leaving, on customers the rule was not built on, in it and out of it, and the
   * difference's 95% interval. A share has a 95% interval of its own (Wilson).
   */
  inside: z.object({
    n: z.number().int(),
    churnRate: z.number(),
    interval: z.object({ low: z.number(), high: z.number() }).nullable(),
  }),
  outside: z.object({ n: z.number().int(), churnRate: z.number() }),
  difference: z.object({ value: z.number(), low: z.number(), high: z.number() }),
});
export type SuggestedSegment = z.infer<typeof suggestedSegmentSchema>;

export const segmentSuggestionsSchema = z.object({
  items: z.array(suggestedSegmentSchema),
  /** What the rules were found by: who really left, where it is known of enough customers, or what scores expect. */
  by: z.enum(["outcomes", "scores"]),
  /** Of outcomes with days: customers as they were on this day, and who left within so many days after it. Null: who has left, ever. */
  asOf: z.iso.datetime().nullable(),
  withinDays: z.number().int().nullable(),
  /** Customers that rules were built on, and those they were checked on. */
  builtOn: z.number().int(),
  checkedOn: z.number().int(),
  /** Why there is nothing; null where there is. */
  missing: z.string().nullable(),
});
export type SegmentSuggestions = z.infer<typeof segmentSuggestionsSchema>;

export const sentenceInput = z.object({ text: z.string().trim().min(1, "Write a few words").max(500) });

export const readSentenceSchema = z.object({
  /** The lines that the sentence asks for, to be confirmed by a person. */
  criteria: criteriaSchema,
  /** Words that say something and were not understood, in their order. */
  notUnderstood: z.array(z.string()),
});

export const criterionFieldsSchema = z.object({ items: z.array(criterionFieldSchema), currency: z.string() });

/** One figure of members beside everybody else, with the difference and its 95% interval. */
export const comparedFigureSchema = z.object({
  key: z.enum(["hasLeft", "churnRate", "monthlyRevenue", "lifetimeValue", "tenureDays", "silentDays"]),
  kind: z.enum(["share", "money", "number"]),
  label: z.string(),
  inside: z.object({ value: z.number(), n: z.number().int() }).nullable(),
  outside: z.object({ value: z.number(), n: z.number().int() }).nullable(),
  difference: z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
});
export type ComparedFigure = z.infer<typeof comparedFigureSchema>;

const stayingCurve = z.object({
  /** Who was there on the first day. */
  customers: z.number().int(),
  left: z.number().int(),
  /** Days since the first, the share still there, and its 95% band. */
  points: z.array(z.object({ day: z.number().int(), share: z.number(), low: z.number(), high: z.number() })),
});

export const segmentComparisonSchema = z.object({
  figures: z.array(comparedFigureSchema),
  currency: z.string(),
  /** Who was in it on a past day and who was not, followed until now; null: it has not been followed for a week. */
  staying: z
    .object({
      from: timestamp,
      days: z.number().int(),
      inside: stayingCurve,
      outside: stayingCurve,
      /** Log-rank test that both leave alike; null where nobody left. */
      pValue: z.number().nullable(),
    })
    .nullable(),
});
export type SegmentComparison = z.infer<typeof segmentComparisonSchema>;

export const segmentFlowSchema = z.object({
  /** Since when moves are known. */
  since: timestamp.nullable(),
  membersThen: z.number().int(),
  membersNow: z.number().int(),
  weeks: z.array(z.object({ from: timestamp, entered: z.number().int(), left: z.number().int() })),
  /** Of those who went out, who left the company, by what it counts as that. */
  leftUs: z.number().int(),
});
export type SegmentFlow = z.infer<typeof segmentFlowSchema>;
