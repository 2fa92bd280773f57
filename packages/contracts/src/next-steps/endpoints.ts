import type { Endpoints } from "../endpoint.ts";
import type { stepsDoneRoutes } from "./routes.ts";

export const stepsDoneEndpoints: Endpoints<typeof stepsDoneRoutes> = {
  list: { method: "GET", path: "/customers/:id/next-steps" },
  mark: { method: "POST", path: "/customers/:id/next-steps", idempotent: true },
  unmark: { method: "DELETE", path: "/customers/:id/next-steps/:stepId" },
  effects: { method: "GET", path: "/analytics/recommendations/effects" },
};
