import type { Endpoints } from "../endpoint.ts";
import type { timelineRoutes } from "./routes.ts";

export const timelineEndpoints: Endpoints<typeof timelineRoutes> = {
  get: { method: "GET", path: "/customers/:id/timeline" },
};
