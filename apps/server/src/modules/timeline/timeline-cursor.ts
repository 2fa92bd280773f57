import { isWritableMoment } from "@forestay/contracts";
import { z } from "zod";
import type { TimelinePlace } from "#modules/customers/index.ts";
import { AppError } from "#platform/http/app-error.ts";

const placeSchema = z.tuple([
  z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    .refine((text) => isWritableMoment(new Date(text))),
  z.string().regex(/^[a-z]+:[\w:-]{1,100}$/),
]);

export const encodePlace = ({ at, key }: TimelinePlace): string =>
  Buffer.from(JSON.stringify([at, key])).toString("base64url");

/** Throws `validation_failed` for anything that encodePlace did not make. */
export function decodePlace(text: string): TimelinePlace {
  try {
    const [at, key] = placeSchema.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    return { at, key };
  } catch {
    throw new AppError("validation_failed", { fields: { cursor: "This cursor belongs to another list" } });
  }
}
