import {
  driversInsightsSchema,
  driverSchema,
  findingSchema,
  findingsInsightsSchema,
  revenueInsightsSchema,
} from "@forestay/contracts";
import { z } from "zod";
import { readDriversInsights, readFindingsInsights, readRevenueInsights } from "#modules/insights/index.ts";
import { insightPeriod, narrowing } from "./figure-tools.ts";
import { defineTool, USUAL_ROWS } from "./tool.ts";

const period = z.object({ period: insightPeriod, ...narrowing });

export const insightTools = [
  defineTool({
    name: "get_revenue",
    title: "Get revenue by plan and month",
    description:
      "MRR by plan at the end of the last full month with customers, revenue per customer, GRR and NRR of the year up to then (`plan` null: all plans together); GRR and NRR at the end of each full month; MRR movements by month; the quick ratio of the period. Money in major units, shares 0 to 1.",
    group: "figures",
    policy: "customers:read",
    readOnly: true,
    input: period,
    output: revenueInsightsSchema.omit({ scope: true }).extend({ currency: z.string() }),
    async run({ db, clock }, { companyId }, query) {
      const { scope, ...read } = await readRevenueInsights(db, companyId, query, clock.now());
      return { ...read, currency: scope.currency };
    },
  }),
  defineTool({
    name: "get_drivers",
    title: "Get what moves the scores",
    description:
      "What moves the scores of the model in use, the strongest first (`importance`, strongest 100; `direction` 1 raises risk). `missing` says why there is nothing.",
    group: "scores",
    policy: "customers:read",
    readOnly: true,
    input: z.object({}),
    output: driversInsightsSchema.pick({ model: true, missing: true }).extend({
      drivers: z.array(
        driverSchema.pick({ label: true, importance: true, direction: true, description: true }),
      ),
    }),
    async run({ db, clock }, { companyId }) {
      const read = await readDriversInsights(db, companyId, { period: "12_months" }, clock.now());
      return { ...read, drivers: read.drivers.slice(0, USUAL_ROWS) };
    },
  }),
  defineTool({
    name: "get_findings",
    title: "Get what goes with leaving",
    description:
      "Statements about what goes with leaving, tested on customers the model had not seen: share that left with it and without, the difference with its 95% interval, and whether it holds beyond chance over all statements tested. Associations, not causes.",
    group: "scores",
    policy: "customers:read",
    readOnly: true,
    input: z.object({}),
    output: findingsInsightsSchema
      .pick({ testedOn: true, tested: true, held: true, missing: true })
      .extend({ findings: z.array(findingSchema.omit({ rule: true, base: true })) }),
    async run({ db, clock }, { companyId }) {
      const read = await readFindingsInsights(db, companyId, { period: "12_months" }, clock.now());
      return { ...read, findings: read.findings.slice(0, USUAL_ROWS) };
    },
  }),
];
