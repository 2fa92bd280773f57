import type { Endpoints } from "../endpoint.ts";
import type { bulkActionRoutes } from "./routes.ts";

export const bulkActionEndpoints: Endpoints<typeof bulkActionRoutes> = {
  list: { method: "GET", path: "/customers/bulk-actions" },
  get: { method: "GET", path: "/customers/bulk-actions/:id" },
  rest: { method: "GET", path: "/customers/bulk-actions/:id/rest" },
  start: { method: "POST", path: "/customers/bulk-actions", idempotent: true },
  resume: { method: "POST", path: "/customers/bulk-actions/:id/resume", idempotent: true },
  undo: { method: "POST", path: "/customers/bulk-actions/:id/undo", idempotent: true },
};
