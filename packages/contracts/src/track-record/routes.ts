import { defineRoute } from "../route.ts";
import { trackRecordSchema } from "./schemas.ts";

export const trackRecordRoutes = {
  get: defineRoute({
    method: "GET",
    path: "/analytics/churn/track-record",
    summary:
      "What became of the customers that were scored: shares by level, calibration by month, missed leavers",
    policy: "analytics:read",
    response: trackRecordSchema,
    rateLimit: "read",
    tags: ["Analytics"],
  }),
};
