import { z } from "zod";

/** The export that was last brought into the company, or is on its way. */
export const takeInSchema = z.object({
  id: z.uuid(),
  fileName: z.string(),
  status: z.enum(["waiting", "running", "done", "failed"]),
  /** Of the zip's rows by their size, 0 to 1. */
  share: z.number(),
  /** Rows that came in, by table; only tables that had any, and only once all of it is in. */
  taken: z.array(z.object({ table: z.string(), rows: z.number().int() })),
  /** Why nothing of it came in; null unless it failed. */
  failure: z.string().nullable(),
  startedBy: z.string(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type TakeIn = z.infer<typeof takeInSchema>;
