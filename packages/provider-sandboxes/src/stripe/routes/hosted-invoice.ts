import { html, page, type Routes } from "../../kit/index.ts";
import { testCards } from "../cards.ts";
import { collect } from "../billing/collect.ts";
import { neededText } from "../wire/parameters.ts";
import type { StripeAccount } from "../stripe-account.ts";
import { attachCard } from "./customers.ts";

/** A bill's own page, where its customer pays it with any card, as `hosted_invoice_url` names it. */
export function hostedInvoiceRoutes(account: StripeAccount): Routes {
  const asked = (params: Record<string, string>) =>
    account.invoices.get((params["secret"] ?? "").replace(/^test_/, ""));
  const paid = () =>
    page(
      "Invoice paid",
      html`<h1>Invoice paid</h1>
        <p>Thank you.</p>`,
    );
  return {
    "GET /i/:account/:secret": ({ params }) => {
      const invoice = asked(params);
      if (invoice?.status === "paid") return paid();
      return invoice?.status === "open" || invoice?.status === "uncollectible" ? form(invoice) : gone();
    },
    "POST /i/:account/:secret": (request) => {
      const invoice = asked(request.params);
      const customer = invoice && account.customers.get(invoice.customer);
      if (invoice?.status === "paid") return paid();
      if (!customer || (invoice.status !== "open" && invoice.status !== "uncollectible")) return gone();
      const method = attachCard(account, neededText(request.form, "card"), customer);
      const result = collect(account, invoice, { schedule: false, paymentMethod: method.id });
      return result.paid ? paid() : form(invoice, "Your card was declined.");
    },
  };
}

const gone = () => page("Nothing to pay", html`<h1>This invoice is not open</h1>`, 410);

function form(invoice: { amount_remaining: number; currency: string; number: string | null }, problem = "") {
  return page(
    "Pay invoice",
    html`<div class="card">
      <h1>Invoice ${invoice.number ?? ""}</h1>
      <p>${invoice.currency.toUpperCase()} ${invoice.amount_remaining} (in minor units)</p>
      <p>${problem}</p>
      <form method="post">
        <label
          >Card
          <select name="card">
            ${Object.entries(testCards).map(
              ([name, { brand, last4, declines }]) =>
                html`<option value="${name}">${brand} ${last4}${declines ? `, ${declines}` : ""}</option>`,
            )}
          </select></label
        >
        <button class="primary">Pay</button>
      </form>
    </div>`,
  );
}
