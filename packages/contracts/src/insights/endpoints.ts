import type { Endpoints } from "../endpoint.ts";
import type { insightsRoutes } from "./routes.ts";

export const insightsEndpoints: Endpoints<typeof insightsRoutes> = {
  retention: { method: "GET", path: "/insights/retention" },
  revenue: { method: "GET", path: "/insights/revenue" },
  reasons: { method: "GET", path: "/insights/reasons" },
  whatIf: { method: "GET", path: "/insights/what-if" },
};
