import { z } from "zod";
import { timestamp } from "./list.ts";
import { defineRoute } from "./route.ts";

export const diagnosticCheckSchema = z.object({
  name: z.enum(["database", "queue", "mail", "hub", "files"]),
  ok: z.boolean(),
  /** Round trip or age, in ms, where the check has one. */
  latencyMs: z.number().nullable(),
  /** What was found, in words; never a secret, a host name or an address. */
  detail: z.string(),
});

export const diagnosticsRoutes = {
  get: defineRoute({
    method: "GET",
    path: "/admin/diagnostics",
    summary: "Live checks of database, queue, mail, files and hub, with the server's clock",
    policy: "admin:platform",
    response: z.object({
      serverTime: timestamp,
      version: z.string(),
      checks: z.array(diagnosticCheckSchema),
      hub: z.object({ connections: z.number().int(), byTransport: z.record(z.string(), z.number().int()) }),
    }),
    rateLimit: "read",
    tags: ["Admin"],
  }),
};
