import { z } from "zod";
import { defineRoute } from "../route.ts";
import { timestamp } from "../shapes.ts";
import { connectedSystemSchema, diagnosticCheckSchema } from "./schemas.ts";

export const diagnosticsRoutes = {
  get: defineRoute({
    method: "GET",
    path: "/admin/diagnostics",
    summary: "Live checks of database, queue, mail, files and hub, connected systems, and the server's clock",
    policy: "admin:platform",
    response: z.object({
      serverTime: timestamp,
      version: z.string(),
      checks: z.array(diagnosticCheckSchema),
      /** Connected systems of all companies, those that need somebody first; 200 at most. */
      systems: z.array(connectedSystemSchema),
      hub: z.object({ connections: z.number().int(), byTransport: z.record(z.string(), z.number().int()) }),
    }),
    rateLimit: "read",
    tags: ["Admin"],
  }),
};
