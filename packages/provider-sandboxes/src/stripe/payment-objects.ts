/** What the Stripe stand-in sends of payments and of what is given back, picked from the types of Stripe's own library. */
import type Stripe from "stripe";

export type PaymentError = Pick<
  Stripe.PaymentIntent.LastPaymentError,
  | "advice_code"
  | "charge"
  | "code"
  | "decline_code"
  | "doc_url"
  | "message"
  | "network_advice_code"
  | "network_decline_code"
  | "type"
>;

export type PaymentIntent = Pick<
  Stripe.PaymentIntent,
  | "id"
  | "object"
  | "amount"
  | "amount_received"
  | "canceled_at"
  | "cancellation_reason"
  | "client_secret"
  | "created"
  | "currency"
  | "description"
  | "livemode"
  | "metadata"
  | "payment_method_types"
  | "status"
> & {
  customer: string;
  last_payment_error: PaymentError | null;
  latest_charge: string | null;
  payment_method: string | null;
};

export type Charge = Pick<
  Stripe.Charge,
  | "id"
  | "object"
  | "amount"
  | "amount_captured"
  | "amount_refunded"
  | "captured"
  | "created"
  | "currency"
  | "description"
  | "disputed"
  | "failure_code"
  | "failure_message"
  | "livemode"
  | "metadata"
  | "paid"
  | "payment_method"
  | "refunded"
  | "status"
> & {
  balance_transaction: string | null;
  customer: string;
  outcome: Pick<
    Stripe.Charge.Outcome,
    | "advice_code"
    | "network_advice_code"
    | "network_decline_code"
    | "network_status"
    | "reason"
    | "seller_message"
    | "type"
  > | null;
  payment_intent: string;
  payment_method_details: {
    type: "card";
    card: Pick<Stripe.Charge.PaymentMethodDetails.Card, "brand" | "fingerprint" | "last4">;
  } | null;
};

export type Refund = Pick<
  Stripe.Refund,
  "id" | "object" | "amount" | "created" | "currency" | "metadata" | "reason" | "receipt_number" | "status"
> & { charge: string; payment_intent: string };

export type Dispute = Pick<
  Stripe.Dispute,
  | "id"
  | "object"
  | "amount"
  | "created"
  | "currency"
  | "is_charge_refundable"
  | "livemode"
  | "metadata"
  | "reason"
  | "status"
> & { charge: string; payment_intent: string };

export type CreditNote = Pick<
  Stripe.CreditNote,
  | "id"
  | "object"
  | "amount"
  | "created"
  | "currency"
  | "discount_amount"
  | "livemode"
  | "memo"
  | "metadata"
  | "number"
  | "post_payment_amount"
  | "pre_payment_amount"
  | "reason"
  | "status"
  | "subtotal"
  | "total"
  | "type"
  | "voided_at"
> & { customer: string; invoice: string };

export type PaymentMethod = Pick<
  Stripe.PaymentMethod,
  "id" | "object" | "created" | "livemode" | "metadata" | "type"
> & {
  billing_details: { email: string | null; name: string | null };
  card: Pick<
    Stripe.PaymentMethod.Card,
    "brand" | "country" | "exp_month" | "exp_year" | "fingerprint" | "funding" | "last4"
  >;
  customer: string | null;
};
