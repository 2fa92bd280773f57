import { z } from "zod";
import { measuredSchema } from "../measured.ts";
import { timestamp } from "../shapes.ts";

/** Features of a score's factors, with commas between, the most telling first; those that the model does not read are left out. */
export const alikeFeaturesParam = z
  .string()
  .max(5000)
  .transform((text) => text.split(",").filter((feature) => feature !== ""))
  .pipe(z.array(z.string()).min(1).max(50));

export const alikeCustomersSchema = z.object({
  /** Within how many days of looking so they left; null: whether they have left, whenever that was. */
  horizonDays: z.number().int().nullable(),
  /** In what they are like the customer; empty where nobody can be compared. */
  traits: z.array(
    z.object({
      feature: z.string(),
      label: z.string(),
      /** "0 to 4 in the last 30 days". */
      words: z.string(),
    }),
  ),
  /** Customers that were looked at. */
  lookedAt: z.number().int(),
  /** Of those, the ones like this customer; of these, those who left. */
  count: z.number().int(),
  left: z.number().int(),
  /** `left` of `count` with its 95% interval (Wilson); null where nobody is like this customer. */
  share: measuredSchema.nullable(),
  /** Those who left first, at most 50. */
  customers: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      hasLeft: z.boolean(),
      /** When it looked so; null where the model learned without dates. */
      asOf: timestamp.nullable(),
      /** Null where it has not left, or the day is not known. */
      leftAt: timestamp.nullable(),
    }),
  ),
});
export type AlikeCustomers = z.infer<typeof alikeCustomersSchema>;
