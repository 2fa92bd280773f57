import { declineError } from "../cards.ts";
import type {
  Charge,
  Customer,
  Invoice,
  InvoicePayment,
  PaymentError,
  PaymentIntent,
  Subscription,
} from "../objects.ts";
import type { StripeAccount } from "../stripe-account.ts";
import { changeObject } from "./change-object.ts";
import { endSubscription } from "./end-subscription.ts";

const DAY_S = 86_400;

/** What became of a try to collect a bill. */
export type Collected =
  | { paid: true }
  | { paid: false; error: PaymentError }
  | { paid: false; noMethod: true };

/** Gives a draft its number and its payment intent; one of nothing is paid by that. */
export function finalizeInvoice(account: StripeAccount, invoice: Invoice): void {
  const now = account.now();
  const customer = account.customers.get(invoice.customer);
  const number = `${customer?.invoice_prefix ?? "SANDBOX"}-${String(invoicesOf(account, invoice.customer)).padStart(4, "0")}`;
  changeObject(
    account,
    invoice,
    {
      status: "open",
      number,
      effective_at: now,
      ending_balance: 0,
      automatically_finalizes_at: null,
      hosted_invoice_url: `${account.pagesUrl}/i/${account.id}/test_${invoice.id}`,
      invoice_pdf: `https://pay.stripe.com/invoice/${account.id}/test_${invoice.id}/pdf`,
      status_transitions: { ...invoice.status_transitions, finalized_at: now },
    },
    "invoice.finalized",
  );
  if (invoice.amount_due === 0) return markPaid(account, invoice);
  openPayment(account, invoice);
  if (invoice.collection_method === "send_invoice") account.emit("invoice.sent", invoice);
}

/** Tries to collect an open bill from the payment method that Stripe would take. */
export function collect(
  account: StripeAccount,
  invoice: Invoice,
  by: { schedule: boolean; paymentMethod?: string },
): Collected {
  const method = by.paymentMethod ?? methodFor(account, invoice);
  // Tries by hand do not count, save for the first (the schedule goes by this number).
  const attemptCount =
    by.schedule || invoice.attempt_count === 0 ? invoice.attempt_count + 1 : invoice.attempt_count;
  if (method === null) {
    if (by.schedule) failed(account, invoice, attemptCount, null);
    return { paid: false, noMethod: true };
  }
  const payment = account.invoicePayments.get(paymentIdOf(invoice)) ?? openPayment(account, invoice);
  const intent = account.paymentIntents.get(payment.payment.payment_intent);
  if (!intent) throw new Error(`The bill ${invoice.id} has no payment intent.`);
  const code = account.declines.get(method);
  const error = code ? declineError(code, account.newId("ch")) : undefined;
  const charge = code === "authentication_required" ? null : charged(account, intent, method, error);
  if (!error) {
    Object.assign(intent, {
      status: "succeeded",
      amount_received: intent.amount,
      last_payment_error: null,
      latest_charge: charge?.id ?? null,
      payment_method: method,
    });
    account.emit("payment_intent.succeeded", intent);
    if (charge) account.emit("charge.succeeded", charge);
    Object.assign(payment, {
      amount_paid: intent.amount,
      status: "paid",
      status_transitions: { canceled_at: null, paid_at: account.now() },
    });
    invoice.attempt_count = attemptCount;
    markPaid(account, invoice);
    account.emit("invoice_payment.paid", payment);
    return { paid: true };
  }
  const waits = code === "authentication_required";
  Object.assign(intent, {
    status: waits ? "requires_action" : "requires_payment_method",
    last_payment_error: error,
    latest_charge: charge?.id ?? intent.latest_charge,
    payment_method: waits ? method : null,
  });
  account.emit(waits ? "payment_intent.requires_action" : "payment_intent.payment_failed", intent);
  if (charge) account.emit("charge.failed", charge);
  failed(account, invoice, attemptCount, by.schedule ? "schedule" : "hand");
  if (waits) account.emit("invoice.payment_action_required", invoice);
  return { paid: false, error };
}

/** Void or uncollectible: the bill is not asked for any more. */
export function giveUpInvoice(
  account: StripeAccount,
  invoice: Invoice,
  status: "void" | "uncollectible",
): void {
  const at = status === "void" ? "voided_at" : "marked_uncollectible_at";
  const type = status === "void" ? "invoice.voided" : "invoice.marked_uncollectible";
  const transitions = { ...invoice.status_transitions, [at]: account.now() };
  changeObject(
    account,
    invoice,
    { status, next_payment_attempt: null, status_transitions: transitions },
    type,
  );
}

/** The name of a bill's one payment. */
export const paymentIdOf = (invoice: Invoice): string => invoice.id.replace("in_", "inpay_");

/** Stripe's order: the bill's own method, the subscription's, the customer's. */
function methodFor(account: StripeAccount, invoice: Invoice): string | null {
  const subscription = subscriptionOf(account, invoice);
  const customer: Customer | undefined = account.customers.get(invoice.customer);
  return (
    invoice.default_payment_method ??
    subscription?.default_payment_method ??
    subscription?.default_source ??
    customer?.invoice_settings.default_payment_method ??
    customer?.default_source ??
    null
  );
}

function openPayment(account: StripeAccount, invoice: Invoice): InvoicePayment {
  const now = account.now();
  const intent: PaymentIntent = {
    id: account.newId("pi"),
    object: "payment_intent",
    amount: invoice.amount_remaining,
    amount_received: 0,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: null,
    created: now,
    currency: invoice.currency,
    customer: invoice.customer,
    description: "Subscription creation",
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: {},
    payment_method: null,
    payment_method_types: ["card"],
    status: "requires_payment_method",
  };
  account.paymentIntents.put(intent);
  return account.invoicePayments.put({
    id: paymentIdOf(invoice),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: intent.amount,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: "payment_intent", payment_intent: intent.id },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  });
}

function charged(
  account: StripeAccount,
  intent: PaymentIntent,
  method: string,
  error: PaymentError | undefined,
): Charge {
  const accepted = error === undefined;
  return account.charges.put({
    id: error?.charge ?? account.newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: accepted ? intent.amount : 0,
    amount_refunded: 0,
    balance_transaction: accepted ? account.newId("txn") : null,
    captured: accepted,
    created: account.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: error?.code ?? null,
    failure_message: error?.message ?? null,
    livemode: false,
    metadata: {},
    outcome: {
      advice_code: (error?.advice_code ?? null) as NonNullable<Charge["outcome"]>["advice_code"],
      network_advice_code: null,
      network_decline_code: error?.network_decline_code ?? null,
      network_status: accepted ? "approved_by_network" : "declined_by_network",
      reason: error?.decline_code ?? null,
      seller_message: accepted
        ? "Payment complete."
        : "The bank did not return any further details with this decline.",
      type: accepted ? "authorized" : "issuer_declined",
    },
    paid: accepted,
    payment_intent: intent.id,
    payment_method: method,
    payment_method_details: cardOf(account, method),
    refunded: false,
    status: accepted ? "succeeded" : "failed",
  });
}

function cardOf(account: StripeAccount, method: string): Charge["payment_method_details"] {
  const card = account.paymentMethods.get(method)?.card;
  if (!card) return null;
  const { brand, fingerprint = null, last4 } = card;
  return { type: "card", card: { brand, fingerprint, last4 } };
}

function markPaid(account: StripeAccount, invoice: Invoice): void {
  const changes: Partial<Invoice> = {
    status: "paid",
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: account.now() },
  };
  changeObject(account, invoice, changes, "invoice.paid");
  account.emit("invoice.payment_succeeded", invoice);
  const subscription = subscriptionOf(account, invoice);
  const waited = subscription && ["past_due", "unpaid", "incomplete"].includes(subscription.status);
  if (waited && subscription.latest_invoice === invoice.id)
    changeObject(account, subscription, { status: "active" }, "customer.subscription.updated");
}

function failed(
  account: StripeAccount,
  invoice: Invoice,
  attemptCount: number,
  by: "schedule" | "hand" | null,
): void {
  const { retryAfterDays, afterRetries } = account.settings;
  const isFirst = invoice.billing_reason === "subscription_create";
  const waitDays = isFirst ? undefined : retryAfterDays[attemptCount - 1];
  const next = waitDays === undefined ? null : account.now() + waitDays * DAY_S;
  const nextAttempt = by === "hand" && invoice.attempted ? invoice.next_payment_attempt : next;
  const changes = { attempted: true, attempt_count: attemptCount, next_payment_attempt: nextAttempt };
  changeObject(account, invoice, changes, "invoice.updated");
  account.emit("invoice.payment_failed", invoice);
  const subscription = subscriptionOf(account, invoice);
  if (!subscription) return;
  if (nextAttempt !== null || isFirst) {
    if (subscription.status === "active")
      changeObject(account, subscription, { status: "past_due" }, "customer.subscription.updated");
    return;
  }
  if (by === "hand") return;
  if (afterRetries === "canceled") {
    endSubscription(account, subscription, "payment_failed");
    giveUpInvoice(account, invoice, "uncollectible");
  } else changeObject(account, subscription, { status: afterRetries }, "customer.subscription.updated");
}

function subscriptionOf(account: StripeAccount, invoice: Invoice): Subscription | undefined {
  return account.subscriptions.get(invoice.parent?.subscription_details.subscription ?? "");
}

function invoicesOf(account: StripeAccount, customerId: string): number {
  return [...account.invoices.ofCustomer(customerId, (one) => one.customer)].length;
}
