import { z } from "zod";
import { currencySchema } from "../dashboard/schemas.ts";

export const paymentLinkSchema = z.object({
  /** What the link is of: a payment that failed, or a card that ends before the next one. */
  kind: z.enum(["payment", "card"]),
  state: z.enum(["open", "settled", "expired"]),
  companyName: z.string(),
  /** What is open, in major units; null of a card. */
  amount: z.number().nullable(),
  currency: currencySchema.nullable(),
});
export type PaymentLinkSeen = z.infer<typeof paymentLinkSchema>;

export const paymentLinkOpenedSchema = z.object({
  /**
   * `declined`: another card is in place, and the payment could not be collected from it. `unavailable`: the provider cannot be
   * asked now, or has no page for it.
   */
  state: z.enum(["open", "declined", "settled", "expired", "unavailable"]),
  /** Where to go on; null where nothing is open, or there is no page. */
  url: z.string().nullable(),
});
