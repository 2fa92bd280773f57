import type { Endpoints } from "../endpoint.ts";
import type { campaignRoutes } from "./routes.ts";

export const campaignEndpoints: Endpoints<typeof campaignRoutes> = {
  list: { method: "GET", path: "/campaigns" },
  create: { method: "POST", path: "/campaigns", idempotent: true },
  worth: { method: "GET", path: "/campaigns/worth" },
  preview: { method: "POST", path: "/campaigns/preview" },
  previewMessage: { method: "POST", path: "/campaigns/message-preview" },
  testMessage: { method: "POST", path: "/campaigns/test-message", idempotent: true },
  get: { method: "GET", path: "/campaigns/:id" },
  update: { method: "PUT", path: "/campaigns/:id" },
  remove: { method: "DELETE", path: "/campaigns/:id" },
  start: { method: "POST", path: "/campaigns/:id/start", idempotent: true },
  callOff: { method: "POST", path: "/campaigns/:id/call-off", idempotent: true },
  pause: { method: "POST", path: "/campaigns/:id/pause", idempotent: true },
  resume: { method: "POST", path: "/campaigns/:id/resume", idempotent: true },
  archive: { method: "POST", path: "/campaigns/:id/archive", idempotent: true },
  duplicate: { method: "POST", path: "/campaigns/:id/duplicate", idempotent: true },
  results: { method: "GET", path: "/campaigns/:id/results" },
};
