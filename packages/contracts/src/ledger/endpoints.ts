import type { Endpoints } from "../endpoint.ts";
import type { billingRoutes } from "./routes.ts";

export const billingEndpoints: Endpoints<typeof billingRoutes> = {
  get: { method: "GET", path: "/customers/:id/billing" },
  use: { method: "GET", path: "/customers/:id/use" },
};
