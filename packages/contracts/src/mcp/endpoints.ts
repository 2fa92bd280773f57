import type { Endpoints } from "../endpoint.ts";
import type { mcpRoutes } from "./routes.ts";

export const mcpEndpoints: Endpoints<typeof mcpRoutes> = {
  read: { method: "POST", path: "/mcp" },
  write: { method: "POST", path: "/mcp/write" },
  tools: { method: "GET", path: "/mcp/tools" },
};
