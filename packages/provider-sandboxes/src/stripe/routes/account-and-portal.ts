import { html, page, sendTo, type Form, type Routes } from "../../kit/index.ts";
import { changeObject } from "../billing/change-object.ts";
import { invalid } from "../stripe-errors.ts";
import type { StripeAccount } from "../stripe-account.ts";
import { found, shown } from "../wire/list-page.ts";
import { allowOnly, fieldsOf, neededText, textOf } from "../wire/parameters.ts";
import { attachCard } from "./customers.ts";

const FIVE_MINUTES_S = 300;

/** `/v1/account`, portal sessions, and the portal's page where a card is changed. */
export function accountRoutes(account: StripeAccount, url: () => string): Routes {
  const sessions = new Map<string, { customer: string; returnUrl: string | null; expiresAt: number }>();
  return {
    "GET /v1/account": (request) =>
      shown(account, request, {
        id: account.id,
        object: "account",
        business_profile: { name: account.name, url: null, support_email: null },
        charges_enabled: true,
        country: "US",
        created: 1_600_000_000,
        default_currency: "usd",
        details_submitted: true,
        email: "owner@sandbox.example",
        metadata: {},
        payouts_enabled: true,
        settings: { dashboard: { display_name: account.name, timezone: "Etc/UTC" } },
        type: "standard",
      }),
    "POST /v1/billing_portal/sessions": (request) => {
      const { form } = request;
      allowOnly(form, ["customer", "return_url", "flow_data", "configuration"]);
      const customer = found(account.customers, neededText(form, "customer"), "customer", "customer");
      const flow = fieldsOf(form["flow_data"], "flow_data");
      const returnUrl = textOf(form, "return_url") ?? null;
      const secret = account.draws.letters(40);
      sessions.set(secret, {
        customer: customer.id,
        returnUrl,
        expiresAt: account.clock.seconds() + FIVE_MINUTES_S,
      });
      return shown(account, request, {
        id: account.newId("bps"),
        object: "billing_portal.session",
        configuration: "bpc_sandbox",
        created: account.now(),
        customer: customer.id,
        flow: flow ? flowOf(flow) : null,
        livemode: false,
        locale: null,
        on_behalf_of: null,
        return_url: returnUrl,
        url: `${url()}/p/session/test_${secret}`,
      });
    },
    "GET /p/session/:secret": (request) => {
      const session = living(request.params["secret"]);
      if (!session)
        return page(
          "This link is over",
          html`<h1>This link is over</h1>
            <p>Ask for a new one.</p>`,
          410,
        );
      const customer = account.customers.get(session.customer);
      return page(
        "Update your payment method",
        html`<div class="card">
          <h1>Update your payment method</h1>
          <p>${customer?.name ?? ""} (${customer?.email ?? "no e-mail"})</p>
          <form method="post">
            <label
              >Card
              <select name="card">
                <option value="pm_card_visa">Visa that is accepted</option>
                <option value="pm_card_visa_chargeDeclinedInsufficientFunds">Visa without funds</option>
              </select></label
            >
            <button class="primary">Save</button>
          </form>
        </div>`,
      );
    },
    "POST /p/session/:secret": (request) => {
      const session = living(request.params["secret"]);
      const customer = session && account.customers.get(session.customer);
      if (!session || !customer) return page("This link is over", html`<h1>This link is over</h1>`, 410);
      const method = attachCard(account, neededText(request.form, "card"), customer);
      const settings = { ...customer.invoice_settings, default_payment_method: method.id };
      changeObject(account, customer, { invoice_settings: settings }, "customer.updated");
      return session.returnUrl ? sendTo(session.returnUrl) : page("Saved", html`<h1>The card is saved</h1>`);
    },
  };

  function living(secret: string | undefined) {
    const session = sessions.get((secret ?? "").replace(/^test_/, ""));
    return session && session.expiresAt > account.clock.seconds() ? session : undefined;
  }
}

function flowOf(flow: Form): object {
  const type = neededText(flow, "type");
  if (type !== "payment_method_update")
    throw invalid(
      `Invalid flow_data[type]: this sandbox knows payment_method_update only, not ${type}.`,
      "flow_data[type]",
    );
  return {
    type,
    after_completion: { type: "portal_homepage", redirect: null, hosted_confirmation: null },
    subscription_cancel: null,
    subscription_update: null,
    subscription_update_confirm: null,
  };
}
