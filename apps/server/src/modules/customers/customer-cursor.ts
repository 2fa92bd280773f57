import { customerSortFields, isWritableMoment, type CustomerSortField } from "@forestay/contracts";
import { z } from "zod";
import { AppError } from "#platform/http/app-error.ts";
import { isUnstorable } from "#platform/http/unstorable-text.ts";
import { sortColumns } from "./customer-sort.ts";

/** The last row a page ended with; `value` null = among the rows without a value, which come last. */
const cursorSchema = z.object({
  sort: z.enum(customerSortFields),
  direction: z.enum(["asc", "desc"]),
  value: z.string().max(1000).nullable(),
  id: z.uuid(),
});
export type CustomerCursor = z.infer<typeof cursorSchema>;

/** What PostgreSQL writes for a column's value and reads back as one; anything else it would answer with an error. */
const valueSchemas: Record<(typeof sortColumns)[CustomerSortField]["type"], z.ZodType> = {
  bigint: z.string().regex(/^-?\d{1,18}$/),
  text: z.string().refine((text) => !isUnstorable(text)),
  timestamptz: z
    .string()
    .transform((text) => text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"))
    .pipe(z.iso.datetime({ offset: true }))
    .refine((text) => isWritableMoment(new Date(text))),
  // The id alone is the order: there is no value beside it.
  uuid: z.never(),
};

export function encodeCursor(cursor: CustomerCursor): string {
  const { sort, direction, value, id } = cursor;
  return Buffer.from(JSON.stringify([sort, direction, value, id])).toString("base64url");
}

/** Throws `validation_failed` for anything encodeCursor did not make, or made for another order. */
export function decodeCursor(text: string, sort: string, direction: string): CustomerCursor {
  try {
    const [cursorSort, cursorDirection, value, id] = JSON.parse(
      Buffer.from(text, "base64url").toString(),
    ) as unknown[];
    const cursor = cursorSchema.parse({ sort: cursorSort, direction: cursorDirection, value, id });
    if (cursor.value !== null) valueSchemas[sortColumns[cursor.sort].type].parse(cursor.value);
    if (cursor.sort === sort && cursor.direction === direction) return cursor;
  } catch {
    // Answered below: a foreign, damaged or forged cursor is one and the same to the caller.
  }
  throw new AppError("validation_failed", { fields: { cursor: "This cursor belongs to another list" } });
}
