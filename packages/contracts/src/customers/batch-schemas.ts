import { z } from "zod";
import { timestamp } from "../shapes.ts";
import { attributeValueSchema, paymentStatusSchema, subscriptionStatusSchema } from "./schemas.ts";
import { MOST_BATCH_ROWS } from "./vocabulary.ts";

const amount = z.number().min(-1e12).max(1e12).nullable();

/** Of a customer what a program may write; its ids aside. */
const writableFields = {
  fullName: z.string().trim().min(1).max(500).optional(),
  plan: z.string().trim().min(1).max(200).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "A currency like EUR is needed")
    .optional(),
  lifetimeValue: amount.optional(),
  monthlyRevenue: amount.optional(),
  subscriptionStatus: subscriptionStatusSchema.nullable().optional(),
  paymentStatus: paymentStatusSchema.nullable().optional(),
  startedAt: timestamp.nullable().optional(),
  endedAt: timestamp.nullable().optional(),
  lastActivityAt: timestamp.nullable().optional(),
  lastLoginAt: timestamp.nullable().optional(),
  churned: z.boolean().nullable().optional(),
  churnedAt: timestamp.nullable().optional(),
  attributes: z.record(z.string().min(1).max(200), attributeValueSchema).optional(),
};

/**
 * A customer as a program writes it: by its id of the company's own, else by its e-mail address. What is left out stays as it is; null
 * changes nothing either. Money in major units of `currency`, the company's unless stated.
 */
export const customerBatchRow = z
  .strictObject({
    externalId: z.string().trim().min(1).max(500).optional(),
    email: z.email("This is no e-mail address").max(320).optional(),
    ...writableFields,
  })
  .refine(({ externalId, email }) => externalId !== undefined || email !== undefined, {
    message: "An id (externalId) or an e-mail address is needed",
  });

/** Changes of one customer; its ids stay. */
export const customerChange = z.strictObject(writableFields);

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
