import type { Endpoints } from "../endpoint.ts";
import type { notificationRoutes } from "./routes.ts";

export const notificationEndpoints: Endpoints<typeof notificationRoutes> = {
  list: { method: "GET", path: "/notifications" },
  markRead: { method: "POST", path: "/notifications/:id/mark-read" },
  markAllRead: { method: "POST", path: "/notifications/mark-all-read" },
  getPreferences: { method: "GET", path: "/notifications/preferences" },
  savePreferences: { method: "PUT", path: "/notifications/preferences" },
};
