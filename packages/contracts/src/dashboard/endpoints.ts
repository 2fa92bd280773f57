import type { Endpoints } from "../endpoint.ts";
import type { dashboardRoutes } from "./routes.ts";

export const dashboardEndpoints: Endpoints<typeof dashboardRoutes> = {
  get: { method: "GET", path: "/dashboard" },
  attention: { method: "GET", path: "/dashboard/attention" },
  hidden: { method: "GET", path: "/dashboard/attention/hidden" },
  health: { method: "GET", path: "/dashboard/health" },
  parked: { method: "GET", path: "/dashboard/parked" },
  rows: { method: "GET", path: "/dashboard/rows" },
  exportRows: { method: "POST", path: "/dashboard/rows/exports", idempotent: true },
  mark: { method: "POST", path: "/customers/:id/attention", idempotent: true },
  unmark: { method: "DELETE", path: "/customers/:id/attention/:markId" },
};
