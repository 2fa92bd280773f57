import {
  attentionItemSchema,
  dashboardPeriods,
  dashboardSchema,
  dashboardTileSchema,
  insightPeriods,
  movementsMonthSchema,
  reasonsInsightsSchema,
  riskLevelLabel,
  riskMixSchema,
  survivalSchema,
  type Survival,
} from "@forestay/contracts";
import { tileChange } from "@forestay/contracts/words";
import { z } from "zod";
import { readAttention, readDashboard } from "#modules/dashboard/index.ts";
import { readReasonsInsights, readRetentionInsights } from "#modules/insights/index.ts";
import { defineTool } from "./tool.ts";

export const narrowing = {
  plan: z.string().min(1).max(200).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional()
    .describe("ISO 4217; the company's own, or what it mostly earns in, unless given"),
};
export const insightPeriod = z.enum(insightPeriods).default("12_months");

const tile = dashboardTileSchema
  .pick({
    key: true,
    label: true,
    unit: true,
    value: true,
    before: true,
    change: true,
    changeWords: true,
    formula: true,
    basis: true,
    missing: true,
    band: true,
    rowsOf: true,
  })
  .extend({ changeText: z.string().nullable() });
const risk = riskMixSchema.omit({ levels: true }).extend({
  levels: z.array(riskMixSchema.shape.levels.element.extend({ level: z.string() })),
});
const dashboard = dashboardSchema.pick({
  asOf: true,
  day: true,
  period: true,
  currency: true,
  plan: true,
  plans: true,
  activeCustomers: true,
  riskMissing: true,
  payments: true,
  paymentsMissing: true,
  isCatchingUp: true,
}).shape;

const survival = survivalSchema.pick({
  customers: true,
  left: true,
  median: true,
  medianLow: true,
  medianHigh: true,
  lastDay: true,
});
const stillThereShares = z.array(
  z.object({ day: z.number(), share: z.number(), low: z.number(), high: z.number() }),
);
/** Ages at which the curve is read out: a model needs no point for every day. */
const AGES = [30, 90, 180, 365, 730];

const stillThere = ({ points, lastDay }: Survival) =>
  AGES.filter((day) => day <= lastDay).map((day) => {
    const point = points.findLast((one) => one.day <= day);
    return { day, share: point?.survival ?? 1, low: point?.low ?? 1, high: point?.high ?? 1 };
  });

export const figureTools = [
  defineTool({
    name: "get_metrics",
    title: "Get the company's figures",
    description:
      "How the company is doing, as its dashboard says it: MRR, net and gross revenue retention, logo churn, revenue at risk, recovered payments, MRR movements by month, customers by risk level, failing payments. `value` of unit 'money' is in major units of `currency`, of 'share' 0 to 1; a value that is not known is null and `missing` says what would fill it; `changeText` is the change as it is said, money in percent.",
    group: "figures",
    policy: "customers:read",
    readOnly: true,
    input: z.object({ period: z.enum(dashboardPeriods).default("30_days"), ...narrowing }),
    output: z.object({
      ...dashboard,
      figures: z.array(tile),
      months: z.array(movementsMonthSchema),
      risk: risk.nullable(),
    }),
    async run({ db, clock }, { companyId }, query) {
      const read = await readDashboard(db, companyId, query, clock.now());
      return {
        ...read,
        figures: read.tiles.map((one) => ({ ...one, changeText: tileChange(one)?.text ?? null })),
        risk: read.risk && {
          ...read.risk,
          levels: read.risk.levels.map((one) => ({ ...one, level: riskLevelLabel(one.level) })),
        },
      };
    },
  }),
  defineTool({
    name: "list_customers_to_call",
    title: "List who needs attention first",
    description:
      "Up to ten customers that need attention first, the highest chance of leaving times a year of revenue (`atRisk`) first, each with the main reason and a next step; without those whom somebody marked as done or no risk.",
    group: "figures",
    policy: "customers:read",
    readOnly: true,
    input: z.object(narrowing),
    output: z.object({
      currency: z.string(),
      hidden: z.number(),
      customers: z.array(attentionItemSchema.omit({ history: true }).extend({ level: z.string() })),
    }),
    async run({ db, clock }, { companyId }, query) {
      const { items, ...read } = await readAttention(db, companyId, query, clock.now());
      return { ...read, customers: items.map((one) => ({ ...one, level: riskLevelLabel(one.level) })) };
    },
  }),
  defineTool({
    name: "get_retention",
    title: "Get how long customers stay",
    description:
      "How long customers stay: of those who began in the period the share still there after so many days (0 to 1, with its 95% band), days until half have left, also by plan, and the chance of such differences between plans if they did not differ.",
    group: "figures",
    policy: "customers:read",
    readOnly: true,
    input: z.object({ period: insightPeriod, ...narrowing }),
    output: z.object({
      source: z.string(),
      missing: z.string().nullable(),
      leftUndated: z.number(),
      all: survival.extend({ stillThere: stillThereShares }).nullable(),
      byPlan: z.array(survival.extend({ plan: z.string(), stillThere: stillThereShares })),
      plansDifferPValue: z.number().nullable(),
    }),
    async run({ db, clock }, { companyId }, query) {
      const read = await readRetentionInsights(db, companyId, query, clock.now());
      return {
        ...read,
        all: read.survival && { ...read.survival, stillThere: stillThere(read.survival) },
        byPlan: read.byPlan.map((one) => ({
          ...one.survival,
          plan: one.plan,
          stillThere: stillThere(one.survival),
        })),
        plansDifferPValue: read.plansDiffer?.pValue ?? null,
      };
    },
  }),
  defineTool({
    name: "get_churn_reasons",
    title: "Get why customers left",
    description:
      "Why customers left in the last full months: by month and in total voluntary (they cancelled), involuntary (payments failed) and unknown, with the MRR lost; and what people wrote, gathered by theme. `quotes` are customers' words.",
    group: "figures",
    policy: "customers:read",
    readOnly: true,
    input: z.object({ period: insightPeriod, ...narrowing }),
    output: reasonsInsightsSchema.omit({ scope: true }),
    run: ({ db, clock }, { companyId }, query) => readReasonsInsights(db, companyId, query, clock.now()),
  }),
];
