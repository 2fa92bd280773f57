import type { Endpoints } from "../endpoint.ts";
import type { alikeRoutes, explanationRoutes, whatIfRoutes } from "./routes.ts";

export const whatIfEndpoints: Endpoints<typeof whatIfRoutes> = {
  customer: { method: "POST", path: "/analytics/customers/:id/what-if" },
  fields: { method: "GET", path: "/analytics/what-if" },
  company: { method: "POST", path: "/analytics/what-if" },
};

export const explanationEndpoints: Endpoints<typeof explanationRoutes> = {
  get: { method: "GET", path: "/analytics/customers/:id/explanation" },
};

export const alikeEndpoints: Endpoints<typeof alikeRoutes> = {
  get: { method: "GET", path: "/analytics/customers/:id/alike" },
};
