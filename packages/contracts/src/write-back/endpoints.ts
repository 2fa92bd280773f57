import type { Endpoints } from "../endpoint.ts";
import type { writeBackRoutes } from "./routes.ts";

export const writeBackEndpoints: Endpoints<typeof writeBackRoutes> = {
  get: { method: "GET", path: "/integrations/:provider/write-back" },
  change: { method: "PATCH", path: "/integrations/:provider/write-back" },
  failures: { method: "GET", path: "/integrations/:provider/write-back/failures" },
  retry: { method: "POST", path: "/integrations/:provider/write-back/retry", idempotent: true },
};
