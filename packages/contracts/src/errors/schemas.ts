import { z } from "zod";
import { errorTable } from "./error-table.ts";
import type { ErrorCode } from "./error-table.ts";

export const errorCodeSchema = z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]);

/** Body of every answer that is not a success. `fields` maps a form field's path to what is wrong with it. */
export const errorBodySchema = z.object({
  code: errorCodeSchema,
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
