import { z } from "zod";
import { defineRoute } from "../route.ts";
import { emptyResponse, idParams } from "../shapes.ts";
import { apiKeySchema, createApiKeyBody } from "./schemas.ts";

export const apiKeyRoutes = {
  listApiKeys: defineRoute({
    method: "GET",
    path: "/company/api-keys",
    summary: "API keys, with their last use",
    policy: "company:manage",
    response: z.object({ items: z.array(apiKeySchema) }),
    rateLimit: "read",
    tags: ["API keys"],
  }),
  createApiKey: defineRoute({
    method: "POST",
    path: "/company/api-keys",
    summary: "A new API key; its text is answered once and never again",
    policy: "company:manage",
    body: createApiKeyBody,
    response: z.object({ key: z.string(), apiKey: apiKeySchema }),
    status: 201,
    peopleOnly: true,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state"],
    tags: ["API keys"],
  }),
  revokeApiKey: defineRoute({
    method: "DELETE",
    path: "/company/api-keys/:id",
    summary: "Revoke a key at once",
    policy: "company:manage",
    params: idParams,
    response: emptyResponse,
    rateLimit: "write",
    tags: ["API keys"],
  }),
};
