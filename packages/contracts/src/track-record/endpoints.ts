import type { Endpoints } from "../endpoint.ts";
import type { trackRecordRoutes } from "./routes.ts";

export const trackRecordEndpoints: Endpoints<typeof trackRecordRoutes> = {
  listFeedback: { method: "GET", path: "/customers/:id/score-feedback" },
  sayOfScore: { method: "PUT", path: "/customers/:id/score-feedback" },
  get: { method: "GET", path: "/analytics/churn/track-record" },
};
