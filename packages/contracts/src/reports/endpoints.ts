import type { Endpoints } from "../endpoint.ts";
import type { reportRoutes } from "./routes.ts";

export const reportEndpoints: Endpoints<typeof reportRoutes> = {
  get: { method: "GET", path: "/reports/subscription" },
  subscribe: { method: "PUT", path: "/reports/subscription" },
  unsubscribe: { method: "DELETE", path: "/reports/subscription" },
  send: { method: "POST", path: "/reports/mails", idempotent: true },
  createFile: { method: "POST", path: "/reports/files", idempotent: true },
  stop: { method: "POST", path: "/reports/unsubscribe" },
};
