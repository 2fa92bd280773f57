import type { Endpoints } from "../endpoint.ts";
import type { whatIfRoutes } from "./routes.ts";

export const whatIfEndpoints: Endpoints<typeof whatIfRoutes> = {
  customer: { method: "POST", path: "/analytics/customers/:id/what-if" },
  fields: { method: "GET", path: "/analytics/what-if" },
  company: { method: "POST", path: "/analytics/what-if" },
};
