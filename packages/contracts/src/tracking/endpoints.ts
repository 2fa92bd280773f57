import type { Endpoints } from "../endpoint.ts";
import type { trackingRoutes } from "./routes.ts";

export const trackingEndpoints: Endpoints<typeof trackingRoutes> = {
  overview: { method: "GET", path: "/company/tracking" },
  change: { method: "PUT", path: "/company/tracking" },
  createKey: { method: "POST", path: "/company/tracking/keys", idempotent: true },
  revokeKey: { method: "DELETE", path: "/company/tracking/keys/:id" },
};
