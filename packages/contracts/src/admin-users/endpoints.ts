import type { Endpoints } from "../endpoint.ts";
import type { adminUserRoutes } from "./routes.ts";

export const adminUserEndpoints: Endpoints<typeof adminUserRoutes> = {
  list: { method: "GET", path: "/admin/users" },
  get: { method: "GET", path: "/admin/users/:id" },
  update: { method: "PUT", path: "/admin/users/:id" },
  delete: { method: "DELETE", path: "/admin/users/:id" },
  deleteWithCompany: { method: "POST", path: "/admin/users/:id/delete-with-company", idempotent: true },
  endSessions: { method: "POST", path: "/admin/users/:id/end-sessions" },
};
