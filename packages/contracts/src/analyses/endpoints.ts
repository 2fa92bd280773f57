import type { Endpoints } from "../endpoint.ts";
import type { planRoutes } from "./plan-routes.ts";
import type { analysisRoutes } from "./routes.ts";

export const analysisEndpoints: Endpoints<typeof analysisRoutes> = {
  checkCompleteness: { method: "POST", path: "/analytics/churn/check-completeness" },
  analyze: { method: "POST", path: "/analytics/churn/analyze", idempotent: true },
  results: { method: "GET", path: "/analytics/churn/results/:id" },
  list: { method: "GET", path: "/analytics/churn/analyses" },
  customers: { method: "GET", path: "/analytics/churn/results/:id/customers" },
  cancel: { method: "POST", path: "/analytics/churn/results/:id/cancel", idempotent: true },
  retry: { method: "POST", path: "/analytics/churn/results/:id/retry", idempotent: true },
  createExport: { method: "POST", path: "/analytics/churn/results/:id/exports", idempotent: true },
  createReport: { method: "POST", path: "/analytics/churn/results/:id/reports", idempotent: true },
  compare: { method: "GET", path: "/analytics/churn/results/:id/compare" },
};

export const planEndpoints: Endpoints<typeof planRoutes> = {
  plan: { method: "GET", path: "/analytics/churn/results/:id/plan" },
  createPlanExport: { method: "POST", path: "/analytics/churn/results/:id/plan/exports", idempotent: true },
};
