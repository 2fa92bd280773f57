import { z } from "zod";
import { defineRoute } from "../route.ts";
import { mcpAnswer, mcpMessage, toolSchema } from "./schemas.ts";

/** The largest message: arguments of a tool, the longest of which is a note. */
const MESSAGE_BYTES = 64 * 1024;

export const mcpRoutes = {
  read: defineRoute({
    method: "POST",
    path: "/mcp",
    summary: "Model Context Protocol over streamable HTTP, one message a request: tools that read",
    policy: "member",
    transfer: "rpc",
    body: mcpMessage,
    response: mcpAnswer,
    bodyLimitBytes: MESSAGE_BYTES,
    rateLimit: "read",
    tags: ["MCP"],
  }),
  write: defineRoute({
    method: "POST",
    path: "/mcp/write",
    summary: "The same with the tools that write notes, tasks and tags",
    policy: "customers:write",
    transfer: "rpc",
    body: mcpMessage,
    response: mcpAnswer,
    bodyLimitBytes: MESSAGE_BYTES,
    rateLimit: "write",
    tags: ["MCP"],
  }),
  tools: defineRoute({
    method: "GET",
    path: "/mcp/tools",
    summary: "Every tool there is, with the scope it needs",
    policy: "company:read",
    response: z.object({ items: z.array(toolSchema) }),
    rateLimit: "read",
    tags: ["MCP"],
  }),
};
