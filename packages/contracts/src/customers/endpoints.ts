import type { Endpoints } from "../endpoint.ts";
import type { customerRoutes } from "./routes.ts";

export const customerEndpoints: Endpoints<typeof customerRoutes> = {
  list: { method: "GET", path: "/customers" },
  facets: { method: "GET", path: "/customers/facets" },
  get: { method: "GET", path: "/customers/:id" },
  events: { method: "GET", path: "/customers/:id/events" },
  selectionSummary: { method: "POST", path: "/customers/selection-summary" },
  writeBatch: { method: "POST", path: "/customers/batch" },
  createExport: { method: "POST", path: "/customers/exports", idempotent: true },
};
