import type { Routes } from "../../kit/index.ts";
import { collect, finalizeInvoice, giveUpInvoice } from "../billing/collect.ts";
import { invalid, stripeError } from "../stripe-errors.ts";
import type { Invoice } from "../objects.ts";
import type { StripeAccount } from "../stripe-account.ts";
import { found, listPage, oneOf, shown } from "../wire/list-page.ts";
import { allowOnly, textOf } from "../wire/parameters.ts";

/** `/v1/invoices`, what is done with one, and `/v1/invoice_payments`. */
export function invoiceRoutes(account: StripeAccount): Routes {
  const asked = (request: { params: Record<string, string> }) =>
    found(account.invoices, request.params["id"] ?? "", "invoice");
  return {
    "GET /v1/invoices": (request) => {
      const { form } = request;
      const [status, customer] = [textOf(form, "status"), textOf(form, "customer")];
      const [subscription, method] = [textOf(form, "subscription"), textOf(form, "collection_method")];
      return listPage(account, request, account.invoices, {
        kind: "invoice",
        filters: ["status", "customer", "subscription", "collection_method"],
        ...(customer !== undefined && {
          ofCustomer: { id: customer, customerOf: (one: Invoice) => one.customer },
        }),
        matches: (one) =>
          (status === undefined || one.status === status) &&
          (method === undefined || one.collection_method === method) &&
          (subscription === undefined || one.parent?.subscription_details.subscription === subscription) &&
          (customer !== undefined || subscription !== undefined || one.test_clock === null),
      });
    },
    "GET /v1/invoices/:id": (request) => oneOf(account, request, account.invoices, "invoice"),
    "GET /v1/invoices/:id/lines": (request) => shown(account, request, asked(request).lines),
    "POST /v1/invoices/:id/pay": (request) => {
      allowOnly(request.form, ["payment_method", "off_session", "paid_out_of_band"]);
      const invoice = asked(request);
      if (invoice.status === "paid") throw invalid("Invoice is already paid", "id");
      if (invoice.status === "void" || invoice.status === "draft")
        throw invalid(
          `You can only pay open or uncollectible invoices. This invoice is ${invoice.status}.`,
          "id",
        );
      const method = textOf(request.form, "payment_method");
      if (method !== undefined) found(account.paymentMethods, method, "PaymentMethod", "payment_method");
      const result = collect(account, invoice, {
        schedule: false,
        ...(method !== undefined && { paymentMethod: method }),
      });
      if (result.paid) return shown(account, request, invoice);
      if ("noMethod" in result)
        throw invalid(
          "There is no `default_payment_method` set on this Customer or Invoice. Set one, or give a payment_method.",
          "payment_method",
        );
      const { type, message, ...more } = result.error;
      if (result.error.code === "authentication_required")
        throw stripeError(402, type, String(message), {
          ...more,
          code: "invoice_payment_intent_requires_action",
        });
      throw stripeError(402, type, String(message), more);
    },
    "POST /v1/invoices/:id/finalize": (request) => {
      allowOnly(request.form, ["auto_advance"]);
      const invoice = asked(request);
      if (invoice.status !== "draft")
        throw invalid(
          "This invoice is already finalized, you can't re-finalize it.",
          "id",
          "invoice_not_editable",
        );
      finalizeInvoice(account, invoice);
      return shown(account, request, invoice);
    },
    "POST /v1/invoices/:id/void": (request) => {
      const invoice = asked(request);
      if (invoice.status !== "open" && invoice.status !== "uncollectible")
        throw invalid(
          "You can only pass in open or uncollectible invoices.",
          "id",
          "status_transition_invalid",
        );
      giveUpInvoice(account, invoice, "void");
      return shown(account, request, invoice);
    },
    "POST /v1/invoices/:id/mark_uncollectible": (request) => {
      const invoice = asked(request);
      if (invoice.status !== "open")
        throw invalid("You can only pass in open invoices.", "id", "status_transition_invalid");
      giveUpInvoice(account, invoice, "uncollectible");
      return shown(account, request, invoice);
    },
    "GET /v1/invoice_payments": (request) => {
      const { form } = request;
      const [invoice, status] = [textOf(form, "invoice"), textOf(form, "status")];
      return listPage(account, request, account.invoicePayments, {
        kind: "invoice_payment",
        filters: ["invoice", "status", "payment"],
        matches: (one) =>
          (invoice === undefined || one.invoice === invoice) &&
          (status === undefined || one.status === status),
      });
    },
    "GET /v1/invoice_payments/:id": (request) =>
      oneOf(account, request, account.invoicePayments, "invoice_payment"),
  };
}
