import type { Endpoints } from "../endpoint.ts";
import type { explanationRoutes } from "./routes.ts";

export const explanationEndpoints: Endpoints<typeof explanationRoutes> = {
  get: { method: "GET", path: "/analytics/customers/:id/explanation" },
};
