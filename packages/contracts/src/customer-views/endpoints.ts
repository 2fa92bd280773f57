import type { Endpoints } from "../endpoint.ts";
import type { customerViewRoutes } from "./routes.ts";

export const customerViewEndpoints: Endpoints<typeof customerViewRoutes> = {
  list: { method: "GET", path: "/customer-views" },
  create: { method: "POST", path: "/customer-views", idempotent: true },
  change: { method: "PUT", path: "/customer-views/:id" },
  delete: { method: "DELETE", path: "/customer-views/:id" },
};
