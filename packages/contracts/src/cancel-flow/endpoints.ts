import type { Endpoints } from "../endpoint.ts";
import type { cancelFlowRoutes, cancelSessionRoutes } from "./routes.ts";

export const cancelFlowEndpoints: Endpoints<typeof cancelFlowRoutes> = {
  get: { method: "GET", path: "/cancel-flow" },
  save: { method: "PUT", path: "/cancel-flow" },
  start: { method: "POST", path: "/cancel-flow/sessions" },
  sessions: { method: "GET", path: "/cancel-flow/sessions" },
  session: { method: "GET", path: "/cancel-flow/sessions/:id" },
  settle: { method: "POST", path: "/cancel-flow/sessions/:id/settle", idempotent: true },
  results: { method: "GET", path: "/cancel-flow/results" },
};

export const cancelSessionEndpoints: Endpoints<typeof cancelSessionRoutes> = {
  look: { method: "GET", path: "/cancel-sessions/:token" },
  say: { method: "POST", path: "/cancel-sessions/:token/reason" },
  decide: { method: "POST", path: "/cancel-sessions/:token/decide" },
};
