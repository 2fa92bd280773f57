import type { Endpoints } from "../endpoint.ts";
import type { diagnosticsRoutes } from "./routes.ts";

export const diagnosticsEndpoints: Endpoints<typeof diagnosticsRoutes> = {
  get: { method: "GET", path: "/admin/diagnostics" },
};
