import { defineRoute } from "../route.ts";
import { driversInsightsSchema } from "./drivers-schemas.ts";
import { findingsInsightsSchema } from "./findings-schemas.ts";
import { reasonsInsightsSchema } from "./reasons-schemas.ts";
import { retentionInsightsSchema } from "./retention-schemas.ts";
import { revenueInsightsSchema } from "./revenue-schemas.ts";
import { insightsQuery } from "./schemas.ts";
import { revenueWhatIfQuery, revenueWhatIfSchema } from "./what-if-schemas.ts";

export const insightsRoutes = {
  retention: defineRoute({
    method: "GET",
    path: "/insights/retention",
    summary: "How long customers stay: survival, leaving by age, and cohorts by customers, GRR and NRR",
    policy: "customers:read",
    query: insightsQuery,
    response: retentionInsightsSchema,
    rateLimit: "read",
    tags: ["Insights"],
  }),
  revenue: defineRoute({
    method: "GET",
    path: "/insights/revenue",
    summary: "Where revenue comes from and goes: movements to the cent, GRR and NRR, by plan",
    policy: "customers:read",
    query: insightsQuery,
    response: revenueInsightsSchema,
    rateLimit: "read",
    tags: ["Insights"],
  }),
  reasons: defineRoute({
    method: "GET",
    path: "/insights/reasons",
    summary: "Why customers leave: voluntary, involuntary and unknown, and in their own words",
    policy: "customers:read",
    query: insightsQuery,
    response: reasonsInsightsSchema,
    rateLimit: "read",
    tags: ["Insights"],
  }),
  drivers: defineRoute({
    method: "GET",
    path: "/insights/drivers",
    summary: "What moves the scores of the model in use: influence, direction, and the chance by each value",
    policy: "customers:read",
    query: insightsQuery,
    response: driversInsightsSchema,
    rateLimit: "read",
    tags: ["Insights"],
  }),
  findings: defineRoute({
    method: "GET",
    path: "/insights/findings",
    summary: "What goes with leaving: statements tested, with n, effect, interval and control for many tests",
    policy: "customers:read",
    query: insightsQuery,
    response: findingsInsightsSchema,
    rateLimit: "read",
    tags: ["Insights"],
  }),
  whatIf: defineRoute({
    method: "GET",
    path: "/insights/what-if",
    summary:
      "MRR of the next twelve months as things go, and if churn, recovery, prices or new customers were otherwise",
    policy: "customers:read",
    query: revenueWhatIfQuery,
    response: revenueWhatIfSchema,
    rateLimit: "read",
    tags: ["Insights"],
  }),
};
