import { z } from "zod";
import { isWritableMoment } from "./moments.ts";

export const idParams = z.object({ id: z.uuid() });

export const emptyResponse = z.object({});
/** A day of the calendar that can be stored. */
export const daySchema = z.iso
  .date()
  .refine((text) => isWritableMoment(new Date(text)), "Enter a date like 2026-03-31");
export const timestamp = z.iso.datetime({ offset: true });

/** A download is fetched by a link of one use, without the bearer. */
export const downloadLinkSchema = z.object({ downloadPath: z.string(), expiresAt: timestamp });

export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(320)
  .pipe(z.email("Enter a valid e-mail address"));
