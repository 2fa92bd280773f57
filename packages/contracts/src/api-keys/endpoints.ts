import type { Endpoints } from "../endpoint.ts";
import type { apiKeyRoutes } from "./routes.ts";

export const apiKeyEndpoints: Endpoints<typeof apiKeyRoutes> = {
  listApiKeys: { method: "GET", path: "/company/api-keys" },
  createApiKey: { method: "POST", path: "/company/api-keys", idempotent: true },
  revokeApiKey: { method: "DELETE", path: "/company/api-keys/:id" },
};
