import { z } from "zod";

/** What every public form carries beside its fields, by which programs that fill in forms give themselves away. */
export const formTraps = {
  /** A field that no person sees: what stands in it was filled in by a program. */
  website: z.string().max(500).optional(),
  /** How long the form was open, in milliseconds. */
  openForMs: z.number().int().min(0).optional(),
};
