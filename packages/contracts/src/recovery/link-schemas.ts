import { z } from "zod";
import { currencySchema } from "../dashboard/schemas.ts";

export const paymentLinkSchema = z.object({
  state: z.enum(["open", "settled", "expired"]),
  companyName: z.string(),
  /** What is open, in major units. */
  amount: z.number(),
  currency: currencySchema,
});
export type PaymentLinkSeen = z.infer<typeof paymentLinkSchema>;

export const paymentLinkOpenedSchema = z.object({
  /** `unavailable`: the provider cannot be asked now, or has no page for it. */
  state: z.enum(["open", "settled", "expired", "unavailable"]),
  /** Where to go on; null unless it is open. */
  url: z.string().nullable(),
});
