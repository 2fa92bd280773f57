import type { Endpoints } from "../endpoint.ts";
import type { modelRoutes } from "./routes.ts";

export const modelEndpoints: Endpoints<typeof modelRoutes> = {
  columns: { method: "GET", path: "/analytics/columns" },
  chooseColumn: { method: "PUT", path: "/analytics/columns" },
  list: { method: "GET", path: "/analytics/models" },
  card: { method: "GET", path: "/analytics/models/:version" },
  activate: { method: "POST", path: "/analytics/models/:version/activate", idempotent: true },
  createExport: { method: "POST", path: "/analytics/models/:version/exports", idempotent: true },
};
