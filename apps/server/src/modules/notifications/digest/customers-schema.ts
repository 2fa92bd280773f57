import { z } from "zod";

/** Customers of a notification as they are stored with it. */
export const customersSchema = z.array(
  z.object({
    customerId: z.uuid(),
    name: z.string(),
    score: z.number(),
    valueAtRiskCents: z.number().nullable(),
  }),
);
