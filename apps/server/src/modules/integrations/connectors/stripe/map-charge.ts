import type { DisputeState } from "#modules/ledger/index.ts";
import type Stripe from "stripe";
import type { SourceRecord } from "../../connector.ts";
import { amountInWords, currencyOf, toOurMinor } from "./currency.ts";
import { idOf, isoOf } from "./moments.ts";

/** How a dispute stands; null where we may not see it. */
export type DisputeOf = Pick<Stripe.Dispute, "created" | "status"> | null;

/**
 * A try to collect money. Which bill it is of stands with the bill (`references`), by the payment intent that both name. A
 * charge that waits has not been tried to its end, and is told when it is. `dispute`: of one that is disputed.
 */
export function mapCharge(charge: Stripe.Charge, dispute: DisputeOf = null): SourceRecord {
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
  const card = charge.payment_method_details?.card;
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
      adviceCode: charge.outcome?.advice_code ?? null,
      networkAdviceCode: charge.outcome?.network_advice_code ?? null,
      cardBrand: card?.brand ?? null,
      cardKey: card?.fingerprint ?? null,
      ...(charge.disputed && {
        disputedAt: isoOf(dispute?.created),
        disputeState: dispute === null ? "unknown" : stateOf(dispute.status),
      }),
    },
    ...(charge.amount_refunded > 0 && {
      refund: { reference, refundedMinor: toOurMinor(charge.amount_refunded, currency) },
    }),
  };
}

/** A warning that came to nothing and a dispute that was kept off are as good as won. */
function stateOf(status: string): DisputeState {
  if (status === "lost") return "lost";
  return status === "won" || status === "warning_closed" || status === "prevented" ? "won" : "open";
}
