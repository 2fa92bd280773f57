import type { Endpoints } from "../endpoint.ts";
import type { customerDataRoutes } from "./routes.ts";

export const customerDataEndpoints: Endpoints<typeof customerDataRoutes> = {
  createExport: { method: "POST", path: "/customers/:id/exports", idempotent: true },
  erase: { method: "POST", path: "/customers/:id/erase", idempotent: true },
  previewMerge: { method: "POST", path: "/customers/:id/merge-preview" },
  merge: { method: "POST", path: "/customers/:id/merge", idempotent: true },
};
