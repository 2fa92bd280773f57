import type { Endpoints } from "../endpoint.ts";
import type { tagRoutes } from "./routes.ts";

export const tagEndpoints: Endpoints<typeof tagRoutes> = {
  list: { method: "GET", path: "/tags" },
  uses: { method: "GET", path: "/tags/:id/uses" },
  rename: { method: "PUT", path: "/tags/:id" },
  delete: { method: "DELETE", path: "/tags/:id" },
  add: { method: "POST", path: "/customers/:id/tags", idempotent: true },
  remove: { method: "DELETE", path: "/customers/:id/tags/:tagId" },
};
