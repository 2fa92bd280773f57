import { z } from "zod";

/** A measured figure with its 95% interval; bounds are null where none can be given honestly. */
export const measuredSchema = z.object({
  value: z.number(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
});
export type Measured = z.infer<typeof measuredSchema>;
