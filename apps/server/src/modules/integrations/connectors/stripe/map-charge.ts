import type Stripe from "stripe";
import type { SourceRecord } from "../../connector.ts";
import { amountInWords, currencyOf, toOurMinor } from "./currency.ts";
import { idOf, isoOf } from "./moments.ts";

/**
 * A try to collect money. Which bill it is of stands with the bill (`references`), by the payment intent that both name. A
 * charge that waits has not been tried to its end, and is told when it is.
 */
export function mapCharge(charge: Stripe.Charge): SourceRecord {
  const currency = currencyOf(charge.currency);
  const customer = idOf(charge.customer);
  const reference = idOf(charge.payment_intent) ?? charge.id;
  const record = {
    object: "charges",
    sourceId: charge.id,
    label: charge.id,
    detail: `${amountInWords(charge.amount, currency)}, ${charge.status}`,
    ofCustomers: customer === null ? [] : [customer],
  };
  // Guests of a shop: nobody's payment as far as customers go.
  if (customer === null || charge.status === "pending") return { ...record, ofCustomers: [] };
  return {
    ...record,
    attempt: {
      customer: { sourceId: customer },
      sourceId: charge.id,
      invoiceSourceId: reference,
      attemptedAt: isoOf(charge.created) ?? "",
      succeeded: charge.status === "succeeded",
      currency,
      amountMinor: toOurMinor(charge.amount, currency),
      declineCode: charge.outcome?.reason ?? charge.failure_code ?? null,
    },
    ...(charge.amount_refunded > 0 && {
      refund: { reference, refundedMinor: toOurMinor(charge.amount_refunded, currency) },
    }),
  };
}
