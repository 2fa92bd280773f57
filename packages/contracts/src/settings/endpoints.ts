import type { Endpoints } from "../endpoint.ts";
import type { settingsRoutes } from "./routes.ts";

export const settingsEndpoints: Endpoints<typeof settingsRoutes> = {
  getSettings: { method: "GET", path: "/company" },
  updateSettings: { method: "PUT", path: "/company" },
  getScoring: { method: "GET", path: "/company/scoring" },
  previewScoring: { method: "POST", path: "/company/scoring/preview" },
  previewChurn: { method: "POST", path: "/company/scoring/churn-preview" },
  updateScoring: { method: "PUT", path: "/company/scoring" },
};
