import type { Routes } from "../../kit/index.ts";
import { changeObject } from "../billing/change-object.ts";
import { endSubscription } from "../billing/end-subscription.ts";
import { testCards } from "../cards.ts";
import { invalid, missing } from "../stripe-errors.ts";
import type { Customer, PaymentMethod } from "../objects.ts";
import type { StripeAccount } from "../stripe-account.ts";
import { found, listPage, oneOf, shown } from "../wire/list-page.ts";
import { allowOnly, fieldsOf, metadataOf, neededText, textOf } from "../wire/parameters.ts";

/** `/v1/customers` and the payment methods of a customer. */
export function customerRoutes(account: StripeAccount): Routes {
  const writable = ["name", "email", "phone", "description", "metadata", "invoice_settings", "address"];
  return {
    "GET /v1/customers": (request) => {
      const email = textOf(request.form, "email");
      const clock = textOf(request.form, "test_clock");
      return listPage(account, request, account.customers, {
        kind: "customer",
        filters: ["email", "test_clock"],
        // Customers on a test clock are listed by that clock alone.
        matches: (one) => (email === undefined || one.email === email) && one.test_clock === (clock ?? null),
      });
    },
    "POST /v1/customers": (request) => {
      allowOnly(request.form, [...writable, "payment_method", "test_clock"]);
      const clockId = textOf(request.form, "test_clock") ?? null;
      const clock =
        clockId === null ? undefined : found(account.testClocks, clockId, "test clock", "test_clock");
      const customer = account.at(clock?.frozen_time ?? account.now(), () =>
        newCustomer(account, {
          ...written(account, request.form),
          metadata: metadataOf(request.form),
          test_clock: clockId,
        }),
      );
      const method = textOf(request.form, "payment_method");
      if (method !== undefined) attachCard(account, method, customer);
      return shown(account, request, customer);
    },
    "GET /v1/customers/:id": (request) => {
      const deleted = account.deletedCustomers.get(request.params["id"] ?? "");
      return deleted
        ? { status: 200, body: deleted }
        : oneOf(account, request, account.customers, "customer");
    },
    "POST /v1/customers/:id": (request) => {
      allowOnly(request.form, writable);
      const customer = found(account.customers, request.params["id"] ?? "", "customer");
      const metadata = metadataOf(request.form, customer.metadata);
      changeObject(account, customer, { ...written(account, request.form), metadata }, "customer.updated");
      account.customers.put(customer);
      return shown(account, request, customer);
    },
    "DELETE /v1/customers/:id": (request) => {
      deleteCustomer(account, found(account.customers, request.params["id"] ?? "", "customer"));
      return { status: 200, body: account.deletedCustomers.get(request.params["id"] ?? "") };
    },
    "GET /v1/payment_methods": (request) => {
      const customer = textOf(request.form, "customer");
      return listPage(account, request, account.paymentMethods, {
        kind: "payment_method",
        filters: ["customer", "type"],
        matches: (one) => one.customer !== null && (customer === undefined || one.customer === customer),
      });
    },
    "GET /v1/customers/:id/payment_methods": (request) => {
      const customer = found(account.customers, request.params["id"] ?? "", "customer");
      return listPage(account, request, account.paymentMethods, {
        kind: "payment_method",
        filters: ["type"],
        matches: (one) => one.customer === customer.id,
      });
    },
    "GET /v1/payment_methods/:id": (request) =>
      oneOf(account, request, account.paymentMethods, "PaymentMethod"),
    "POST /v1/payment_methods/:id/attach": (request) => {
      allowOnly(request.form, ["customer"]);
      const customer = found(account.customers, neededText(request.form, "customer"), "customer", "customer");
      return shown(account, request, attachCard(account, request.params["id"] ?? "", customer));
    },
    "POST /v1/payment_methods/:id/detach": (request) => {
      const method = found(account.paymentMethods, request.params["id"] ?? "", "PaymentMethod");
      method.customer = null;
      account.emit("payment_method.detached", method);
      return shown(account, request, method);
    },
  };
}

/** A customer made now. */
export function newCustomer(account: StripeAccount, given: Partial<Customer>): Customer {
  const customer: Customer = {
    id: account.newId("cus"),
    object: "customer",
    address: null,
    balance: 0,
    created: account.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    email: null,
    invoice_prefix: account.draws.letters(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
    ...given,
  };
  account.customers.put(customer);
  account.emit("customer.created", customer);
  return customer;
}

/** Takes a customer away: its subscriptions end, its id is answered with `deleted`. */
export function deleteCustomer(account: StripeAccount, customer: Customer): void {
  for (const one of account.subscriptions.ofCustomer(customer.id, (subscription) => subscription.customer)) {
    if (one.ended_at === null) endSubscription(account, one, "cancellation_requested");
  }
  account.customers.delete(customer.id);
  account.deletedCustomers.set(customer.id, { id: customer.id, object: "customer", deleted: true });
  account.emit("customer.deleted", customer);
}

/** Gives a customer a card by Stripe's name for a test card, or a card that is there already. */
export function attachCard(account: StripeAccount, name: string, customer: Customer): PaymentMethod {
  const card = testCards[name];
  const existing = account.paymentMethods.get(name);
  if (!card && !existing) throw missing("PaymentMethod", name, "payment_method");
  const method = existing ?? newCard(account, card ?? { brand: "visa", last4: "4242" });
  if (card?.declines) account.declines.set(method.id, card.declines);
  method.customer = customer.id;
  method.billing_details = { email: customer.email, name: customer.name ?? null };
  account.paymentMethods.put(method);
  account.emit("payment_method.attached", method);
  return method;
}

/** One card of four is from elsewhere, where networks seldom put a successor in place by themselves. */
const countryOf = (fingerprint: string) => ((fingerprint.codePointAt(0) ?? 0) % 4 === 0 ? "DE" : "US");

function newCard(account: StripeAccount, card: { brand: string; last4: string }): PaymentMethod {
  const expires = new Date(account.now() * 1000).getUTCFullYear() + account.draws.whole(1, 4);
  const id = account.newId("pm");
  const month = account.draws.whole(1, 12);
  const fingerprint = account.draws.letters(16);
  return {
    id,
    object: "payment_method",
    billing_details: { email: null, name: null },
    card: {
      brand: card.brand,
      country: countryOf(fingerprint),
      exp_month: month,
      exp_year: expires,
      fingerprint,
      funding: "credit",
      last4: card.last4,
    },
    created: account.now(),
    customer: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}

function written(account: StripeAccount, form: Parameters<typeof textOf>[0]): Partial<Customer> {
  const given: Partial<Customer> = {};
  for (const name of ["name", "email", "phone", "description"] as const) {
    const value = textOf(form, name);
    if (value !== undefined) given[name] = value === "" ? null : value;
  }
  if (given.email && !given.email.includes("@"))
    throw invalid(`Invalid email address: ${given.email}`, "email", "email_invalid");
  const method = textOf(
    fieldsOf(form["invoice_settings"], "invoice_settings") ?? {},
    "default_payment_method",
  );
  if (method !== undefined) {
    found(account.paymentMethods, method, "PaymentMethod", "invoice_settings[default_payment_method]");
    given.invoice_settings = {
      custom_fields: null,
      default_payment_method: method,
      footer: null,
      rendering_options: null,
    };
  }
  return given;
}
