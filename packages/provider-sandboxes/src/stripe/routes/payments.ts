import type { Routes } from "../../kit/index.ts";
import { creditNote, refund } from "../billing/give-back.ts";
import { invalid } from "../stripe-errors.ts";
import type { StripeAccount } from "../stripe-account.ts";
import { found, listPage, oneOf, shown } from "../wire/list-page.ts";
import { allowOnly, neededText, textOf, wholeOf } from "../wire/parameters.ts";

/** `/v1/payment_intents`, `/v1/charges`, `/v1/refunds`, `/v1/disputes` and `/v1/credit_notes`. */
export function paymentRoutes(account: StripeAccount): Routes {
  return {
    "GET /v1/payment_intents": (request) => {
      const customer = textOf(request.form, "customer");
      return listPage(account, request, account.paymentIntents, {
        kind: "payment_intent",
        filters: ["customer"],
        matches: (one) => customer === undefined || one.customer === customer,
      });
    },
    "GET /v1/payment_intents/:id": (request) =>
      oneOf(account, request, account.paymentIntents, "payment_intent"),
    "GET /v1/charges": (request) => {
      const [customer, intent] = [textOf(request.form, "customer"), textOf(request.form, "payment_intent")];
      return listPage(account, request, account.charges, {
        kind: "charge",
        filters: ["customer", "payment_intent"],
        matches: (one) =>
          (customer === undefined || one.customer === customer) &&
          (intent === undefined || one.payment_intent === intent),
      });
    },
    "GET /v1/charges/:id": (request) => oneOf(account, request, account.charges, "charge"),
    "GET /v1/refunds": (request) => {
      const [charge, intent] = [textOf(request.form, "charge"), textOf(request.form, "payment_intent")];
      return listPage(account, request, account.refunds, {
        kind: "refund",
        filters: ["charge", "payment_intent"],
        matches: (one) =>
          (charge === undefined || one.charge === charge) &&
          (intent === undefined || one.payment_intent === intent),
      });
    },
    "GET /v1/refunds/:id": (request) => oneOf(account, request, account.refunds, "refund"),
    "POST /v1/refunds": (request) => {
      const { form } = request;
      allowOnly(form, ["charge", "amount", "reason", "metadata"]);
      const charge = found(account.charges, neededText(form, "charge"), "charge", "charge");
      const amount = wholeOf(form, "amount");
      const left = charge.amount_captured - charge.amount_refunded;
      if (left === 0)
        throw invalid(`Charge ${charge.id} has already been refunded.`, "charge", "charge_already_refunded");
      if (amount !== undefined && amount > left)
        throw invalid(
          `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
          "amount",
        );
      return shown(account, request, refund(account, charge, amount));
    },
    "GET /v1/disputes": (request) => {
      const charge = textOf(request.form, "charge");
      return listPage(account, request, account.disputes, {
        kind: "dispute",
        filters: ["charge", "payment_intent"],
        matches: (one) => charge === undefined || one.charge === charge,
      });
    },
    "GET /v1/disputes/:id": (request) => oneOf(account, request, account.disputes, "dispute"),
    "GET /v1/credit_notes": (request) => {
      const [customer, invoice] = [textOf(request.form, "customer"), textOf(request.form, "invoice")];
      return listPage(account, request, account.creditNotes, {
        kind: "credit_note",
        filters: ["customer", "invoice"],
        matches: (one) =>
          (customer === undefined || one.customer === customer) &&
          (invoice === undefined || one.invoice === invoice),
      });
    },
    "GET /v1/credit_notes/:id": (request) => oneOf(account, request, account.creditNotes, "credit_note"),
    "POST /v1/credit_notes": (request) => {
      const { form } = request;
      allowOnly(form, ["invoice", "amount", "reason", "memo"]);
      const invoice = found(account.invoices, neededText(form, "invoice"), "invoice", "invoice");
      const amount = wholeOf(form, "amount") ?? invoice.amount_due;
      if (invoice.status !== "open" && invoice.status !== "paid")
        throw invalid("You can only create credit notes for open or paid invoices.", "invoice");
      return shown(account, request, creditNote(account, invoice, amount));
    },
  };
}
