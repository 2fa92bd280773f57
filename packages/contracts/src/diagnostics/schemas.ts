import { z } from "zod";

export const diagnosticCheckSchema = z.object({
  name: z.enum(["database", "queue", "mail", "hub", "files"]),
  ok: z.boolean(),
  /** Round trip or age, in ms, where the check has one. */
  latencyMs: z.number().nullable(),
  /** What was found, in words; never a secret, a host name or an address. */
  detail: z.string(),
});
