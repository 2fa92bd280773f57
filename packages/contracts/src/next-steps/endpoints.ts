import type { Endpoints } from "../endpoint.ts";
import type { nextStepRoutes } from "./routes.ts";

export const nextStepEndpoints: Endpoints<typeof nextStepRoutes> = {
  get: { method: "GET", path: "/analytics/recommendations" },
  update: { method: "PUT", path: "/analytics/recommendations" },
  reset: { method: "DELETE", path: "/analytics/recommendations" },
  listDone: { method: "GET", path: "/customers/:id/next-steps" },
  markDone: { method: "POST", path: "/customers/:id/next-steps", idempotent: true },
  unmarkDone: { method: "DELETE", path: "/customers/:id/next-steps/:stepId" },
  effects: { method: "GET", path: "/analytics/recommendations/effects" },
};
