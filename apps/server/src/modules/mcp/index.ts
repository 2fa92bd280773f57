import type { ServerModule } from "#platform/server-module.ts";
import { bindMcpRoutes } from "./routes.ts";

/** The company's figures for a model's client: the assistant's tools over the Model Context Protocol. */
export const mcpModule: ServerModule = { name: "mcp", routes: bindMcpRoutes };
