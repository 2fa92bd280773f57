import type { Endpoints } from "../endpoint.ts";
import type { importRoutes } from "./routes.ts";

export const importEndpoints: Endpoints<typeof importRoutes> = {
  upload: { method: "POST", path: "/imports/upload", idempotent: true },
  list: { method: "GET", path: "/imports" },
  status: { method: "GET", path: "/imports/:id/status" },
  changeReading: { method: "PUT", path: "/imports/:id/reading" },
  saveMapping: { method: "PUT", path: "/imports/:id/mapping" },
  confirm: { method: "POST", path: "/imports/:id/confirm", idempotent: true },
  cancel: { method: "POST", path: "/imports/:id/cancel", idempotent: true },
  undo: { method: "POST", path: "/imports/:id/undo", idempotent: true },
  createErrorFile: { method: "POST", path: "/imports/:id/error-file", idempotent: true },
};
