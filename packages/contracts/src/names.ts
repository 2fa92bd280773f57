import { z } from "zod";

/** Line breaks, other control characters and what turns the direction of writing: in a mail's subject they write what nobody wrote. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** What mail programs make links of. A bare 'Booking.com' is a name; a mail to a stranger writes it so that it stays one. */
const ADDRESS = /:\/\/|@|\bwww\.|\.\p{L}{2,}\//iu;

/** A name that somebody chose for themselves or their company; it reaches mails to people who know neither. */
export function nameSchema(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1, "Required")
    .max(maxLength)
    .refine((name) => !CONTROL.test(name), "Leave out line breaks and control characters")
    .refine((name) => !ADDRESS.test(name), "Write a name, without a web or e-mail address");
}

export const personNameSchema = nameSchema(100);
export const companyNameSchema = nameSchema(200);

/** A name that may be left out of a form, or left empty in it. */
export const orEmptyName = (name: z.ZodType<string, string>) =>
  z
    .string()
    .trim()
    .pipe(z.union([z.literal(""), name]))
    .optional();
