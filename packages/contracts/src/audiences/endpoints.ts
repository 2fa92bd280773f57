import type { Endpoints } from "../endpoint.ts";
import type { audienceRoutes } from "./routes.ts";

export const audienceEndpoints: Endpoints<typeof audienceRoutes> = {
  list: { method: "GET", path: "/integrations/:provider/audiences" },
  lists: { method: "GET", path: "/integrations/:provider/audience-lists" },
  keep: { method: "POST", path: "/integrations/:provider/audiences", idempotent: true },
  end: { method: "DELETE", path: "/integrations/:provider/audiences/:id" },
  leftOut: { method: "GET", path: "/integrations/:provider/audiences/:id/left-out" },
  look: { method: "POST", path: "/integrations/:provider/audiences/:id/look", idempotent: true },
};
