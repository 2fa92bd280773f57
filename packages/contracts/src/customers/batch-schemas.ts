import { z } from "zod";
import { timestamp } from "../shapes.ts";
import { attributeValueSchema, paymentStatusSchema, subscriptionStatusSchema } from "./schemas.ts";
import { MOST_BATCH_ROWS } from "./vocabulary.ts";

const amount = z.number().min(-1e12).max(1e12);

/** Of a customer what a program may write; its ids aside. */
const texts = z
  .object({
    fullName: z.string().trim().min(1).max(500),
    plan: z.string().trim().min(1).max(200),
    currency: z.string().regex(/^[A-Z]{3}$/, "A currency like EUR is needed"),
    attributes: z.record(z.string().min(1).max(200), attributeValueSchema),
  })
  .partial().shape;
const values = {
  lifetimeValue: amount,
  monthlyRevenue: amount,
  subscriptionStatus: subscriptionStatusSchema,
  paymentStatus: paymentStatusSchema,
  startedAt: timestamp,
  endedAt: timestamp,
  lastActivityAt: timestamp,
  lastLoginAt: timestamp,
  churned: z.boolean(),
  churnedAt: timestamp,
};

function orNull<Shape extends Record<string, z.ZodType>>(shape: Shape) {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, schema.nullable().optional()]),
  ) as { [Name in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Name]>> };
}

/**
 * A customer as a program writes it: by its id of the company's own, else by its e-mail address. What is left out stays as it is; null
 * changes nothing either. Money in major units of `currency`, the company's unless stated.
 */
export const customerBatchRow = z
  .strictObject({
    externalId: z.string().trim().min(1).max(500).optional(),
    email: z.email("This is no e-mail address").max(320).optional(),
    ...texts,
    ...orNull(values),
  })
  .refine(({ externalId, email }) => externalId !== undefined || email !== undefined, {
    message: "An id (externalId) or an e-mail address is needed",
  });

/**
 * Changes of one customer; its ids stay, and so does what is left out. Null is refused: a value that is known is replaced, never
 * cleared.
 */
export const customerChange = z.strictObject({
  ...texts,
  ...z.object(values).partial().shape,
  /** `updatedAt` of the customer as it was read: where it was changed since, nothing is. Left out: whatever it is now. */
  ifUpdatedAt: timestamp.optional(),
});

export const customerBatchResult = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  /** Rows that were not written, by their number from 1, with what is wrong; every other row is as it was sent. */
  problems: z
    .array(z.object({ row: z.number().int(), field: z.string().nullable(), message: z.string() }))
    .max(MOST_BATCH_ROWS),
});
