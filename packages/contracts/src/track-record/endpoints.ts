import type { Endpoints } from "../endpoint.ts";
import type { trackRecordRoutes } from "./routes.ts";

export const trackRecordEndpoints: Endpoints<typeof trackRecordRoutes> = {
  get: { method: "GET", path: "/analytics/churn/track-record" },
};
