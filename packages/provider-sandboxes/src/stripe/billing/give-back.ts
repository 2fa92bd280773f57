import type { Charge, CreditNote, Dispute, Invoice, Refund } from "../objects.ts";
import type { StripeAccount } from "../stripe-account.ts";
import { changeObject } from "./change-object.ts";

/** Gives part of a charge back, all that is left unless `amount` says how much. */
export function refund(
  account: StripeAccount,
  charge: Charge,
  amount = charge.amount_captured - charge.amount_refunded,
): Refund {
  const refunded: Refund = {
    id: account.newId("re"),
    object: "refund",
    amount,
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "requested_by_customer",
    receipt_number: null,
    status: "succeeded",
  };
  account.refunds.put(refunded);
  const total = charge.amount_refunded + amount;
  account.emit("refund.created", refunded);
  const changes = { amount_refunded: total, refunded: total >= charge.amount_captured };
  changeObject(account, charge, changes, "charge.refunded");
  return refunded;
}

/** The cardholder's bank takes a payment back. */
export function dispute(account: StripeAccount, charge: Charge, reason = "fraudulent"): Dispute {
  const made: Dispute = {
    id: account.newId("du"),
    object: "dispute",
    amount: charge.amount,
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: "needs_response",
  };
  account.disputes.put(made);
  charge.disputed = true;
  account.emit("charge.dispute.created", made);
  return made;
}

/** A dispute is decided, for the company or for the cardholder. */
export function closeDispute(account: StripeAccount, made: Dispute, status: "won" | "lost"): void {
  changeObject(account, made, { status }, "charge.dispute.closed");
}

/** Takes an amount off a finalized bill: off what is still owed, or back to the customer's balance. */
export function creditNote(account: StripeAccount, invoice: Invoice, amount: number): CreditNote {
  const wasPaid = invoice.status === "paid";
  const note: CreditNote = {
    id: account.newId("cn"),
    object: "credit_note",
    amount,
    created: account.now(),
    currency: invoice.currency,
    customer: invoice.customer,
    discount_amount: 0,
    invoice: invoice.id,
    livemode: false,
    memo: null,
    metadata: {},
    number: `${invoice.number}-CN-01`,
    post_payment_amount: wasPaid ? amount : 0,
    pre_payment_amount: wasPaid ? 0 : amount,
    reason: "order_change",
    status: "issued",
    subtotal: amount,
    total: amount,
    type: wasPaid ? "post_payment" : "pre_payment",
    voided_at: null,
  };
  account.creditNotes.put(note);
  account.emit("credit_note.created", note);
  const changes: Partial<Invoice> = wasPaid
    ? { post_payment_credit_notes_amount: invoice.post_payment_credit_notes_amount + amount }
    : {
        pre_payment_credit_notes_amount: invoice.pre_payment_credit_notes_amount + amount,
        amount_due: invoice.amount_due - amount,
        amount_remaining: invoice.amount_remaining - amount,
      };
  changeObject(account, invoice, changes, "invoice.updated");
  return note;
}
