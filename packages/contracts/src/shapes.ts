import { z } from "zod";

export const idParams = z.object({ id: z.uuid() });

export const emptyResponse = z.object({});
export const timestamp = z.iso.datetime({ offset: true });

/** A download is fetched by a link of one use, without the bearer. */
export const downloadLinkSchema = z.object({ downloadPath: z.string(), expiresAt: timestamp });

export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(320)
  .pipe(z.email("Enter a valid e-mail address"));
