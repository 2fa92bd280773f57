import {
  analysisSchema,
  analysisSummarySchema,
  driverSchema,
  jobStatusLabel,
  modelQualitySchema,
  riskLevelLabel,
} from "@forestay/contracts";
import { z } from "zod";
import { getAnalysis, listAnalyses } from "#modules/analyses/index.ts";
import { defineTool, MOST_ROWS, USUAL_ROWS } from "./tool.ts";

const quality = modelQualitySchema.pick({
  verdict: true,
  summary: true,
  method: true,
  rows: true,
  outcomes: true,
  baseRate: true,
  auc: true,
  prAuc: true,
  brier: true,
  ece: true,
  topDecileLift: true,
  bandEdges: true,
  baselines: true,
});
const summary = analysisSchema.pick({
  id: true,
  scope: true,
  source: true,
  sourceReason: true,
  modelVersion: true,
  horizonDays: true,
  customersAnalyzed: true,
  needAttention: true,
  notScored: true,
  baseRate: true,
  riskBands: true,
  isUndated: true,
  expectedLeavers: true,
  expectedRevenueAtRisk: true,
  firstCalls: true,
  currency: true,
  warnings: true,
  failure: true,
  createdBy: true,
  createdAt: true,
  completedAt: true,
}).shape;

export const analysisTools = [
  defineTool({
    name: "list_analyses",
    title: "List churn analyses",
    description:
      "The company's churn analyses, newest first: what was analysed, by model or rules, and how many customers need attention.",
    group: "scores",
    policy: "analytics:read",
    readOnly: true,
    input: z.object({ limit: z.number().int().min(1).max(MOST_ROWS).default(USUAL_ROWS) }),
    output: z.object({
      analyses: z.array(analysisSummarySchema.omit({ stage: true }).extend({ status: z.string() })),
      totalCount: z.number(),
    }),
    async run({ db }, { companyId }, { limit }) {
      const found = await listAnalyses(db, companyId, { page: 1, pageSize: limit });
      return {
        ...found,
        analyses: found.items.map((one) => ({ ...one, status: jobStatusLabel(one.status) })),
      };
    },
  }),
  defineTool({
    name: "get_analysis",
    title: "Get a churn analysis",
    description:
      "One analysis: customers by level, expected leavers and revenue at risk with an 80% band, what drives the scores (`importance`, strongest 100; `direction` 1 raises risk), and how good the model was on customers it had not seen, with 95% intervals. Read `quality.summary` before relying on scores.",
    group: "scores",
    policy: "analytics:read",
    readOnly: true,
    input: z.object({ id: z.uuid() }),
    output: z.object({
      ...summary,
      status: z.string(),
      levels: z.array(analysisSchema.shape.levels.element.extend({ level: z.string() })),
      drivers: z.array(
        driverSchema.pick({ label: true, importance: true, direction: true, description: true }),
      ),
      quality: quality.nullable(),
    }),
    async run({ db }, { companyId }, { id }) {
      const analysis = await getAnalysis(db, companyId, id);
      return {
        ...analysis,
        status: jobStatusLabel(analysis.status),
        levels: analysis.levels.map((one) => ({ ...one, level: riskLevelLabel(one.level) })),
        drivers: analysis.drivers.slice(0, USUAL_ROWS),
      };
    },
  }),
];
