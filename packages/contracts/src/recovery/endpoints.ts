import type { Endpoints } from "../endpoint.ts";
import type { recoveryRoutes } from "./routes.ts";

export const recoveryEndpoints: Endpoints<typeof recoveryRoutes> = {
  get: { method: "GET", path: "/recovery" },
  cases: { method: "GET", path: "/recovery/cases" },
  pause: { method: "POST", path: "/recovery/cases/:id/pause", idempotent: true },
  resume: { method: "POST", path: "/recovery/cases/:id/resume", idempotent: true },
  mark: { method: "POST", path: "/recovery/cases/:id/mark", idempotent: true },
  unmark: { method: "POST", path: "/recovery/cases/:id/unmark", idempotent: true },
};
