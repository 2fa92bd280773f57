import type { Endpoints } from "../endpoint.ts";
import type { insightsRoutes } from "./routes.ts";

export const insightsEndpoints: Endpoints<typeof insightsRoutes> = {
  retention: { method: "GET", path: "/insights/retention" },
  revenue: { method: "GET", path: "/insights/revenue" },
  reasons: { method: "GET", path: "/insights/reasons" },
  drivers: { method: "GET", path: "/insights/drivers" },
  findings: { method: "GET", path: "/insights/findings" },
  whatIf: { method: "GET", path: "/insights/what-if" },
};
