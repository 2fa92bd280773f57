import type { ServerModule } from "#platform/server-module.ts";
import { bindApiKeyRoutes } from "./routes.ts";

export { isApiKey } from "./api-key-token.ts";
export { findApiKeyById, findApiKeyByToken } from "./find-api-key.ts";
export { recordMcpUse } from "./record-mcp-use.ts";

/** API keys: a company's programs call the API with what a person allowed them. */
export const apiKeysModule: ServerModule = { name: "api-keys", routes: bindApiKeyRoutes };
