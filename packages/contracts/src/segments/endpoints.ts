import type { Endpoints } from "../endpoint.ts";
import type { segmentRoutes } from "./routes.ts";

export const segmentEndpoints: Endpoints<typeof segmentRoutes> = {
  list: { method: "GET", path: "/segments" },
  fields: { method: "GET", path: "/segments/fields" },
  preview: { method: "POST", path: "/segments/preview" },
  sentence: { method: "POST", path: "/segments/sentence" },
  suggestions: { method: "GET", path: "/segments/suggestions" },
  get: { method: "GET", path: "/segments/:id" },
  columnLosses: { method: "GET", path: "/segments/column-losses" },
  narrowing: { method: "GET", path: "/segments/:id/narrowing" },
  comparison: { method: "GET", path: "/segments/:id/comparison" },
  flow: { method: "GET", path: "/segments/:id/flow" },
  create: { method: "POST", path: "/segments", idempotent: true },
  update: { method: "PUT", path: "/segments/:id" },
  duplicate: { method: "POST", path: "/segments/:id/duplicate", idempotent: true },
  delete: { method: "DELETE", path: "/segments/:id" },
};
