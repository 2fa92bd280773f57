import { z } from "zod";

/** A number as typed, '30' or '2,5'; nothing typed is no number. */
export const typedText = z
  .string()
  .transform((typed) => (typed.trim() === "" ? Number.NaN : Number(typed.trim().replace(",", "."))));

/** A number as typed, checked by the contract's own schema of it. */
export function typedNumber<Checked>(schema: z.ZodType<Checked, number>) {
  return typedText.pipe(schema);
}
