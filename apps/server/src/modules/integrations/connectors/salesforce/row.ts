import { z } from "zod";

/** A row of a query: the fields that were asked for. */
export const row = z.looseObject({ Id: z.string() });
export type Row = z.infer<typeof row>;
