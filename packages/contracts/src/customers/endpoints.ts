import type { Endpoints } from "../endpoint.ts";
import type { customerRoutes } from "./routes.ts";

export const customerEndpoints: Endpoints<typeof customerRoutes> = {
  list: { method: "GET", path: "/customers" },
  search: { method: "GET", path: "/customers/search" },
  facets: { method: "GET", path: "/customers/facets" },
  get: { method: "GET", path: "/customers/:id" },
  valueSources: { method: "GET", path: "/customers/:id/value-sources" },
  events: { method: "GET", path: "/customers/:id/events" },
  selectionSummary: { method: "POST", path: "/customers/selection-summary" },
  writeBatch: { method: "POST", path: "/customers/batch" },
  create: { method: "POST", path: "/customers", idempotent: true },
  update: { method: "PUT", path: "/customers/:id" },
  createExport: { method: "POST", path: "/customers/exports", idempotent: true },
};
