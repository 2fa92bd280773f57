import { z } from "zod";

/** One piece of long work on an import, as the queue carries it. */
export const importTaskSchema = z.object({
  companyId: z.uuid(),
  importId: z.uuid(),
  task: z.enum(["validate", "process", "undo"]),
  /** Of a dry run: the mapping it was started for. */
  mappingVersion: z.number().int().default(0),
});
export type ImportTask = z.output<typeof importTaskSchema>;
