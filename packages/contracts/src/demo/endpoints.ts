import type { Endpoints } from "../endpoint.ts";
import type { demoRoutes } from "./routes.ts";

export const demoEndpoints: Endpoints<typeof demoRoutes> = {
  progress: { method: "GET", path: "/demo/progress" },
  sampleModel: { method: "GET", path: "/demo/model" },
  load: { method: "POST", path: "/demo", idempotent: true },
  remove: { method: "DELETE", path: "/demo" },
};
