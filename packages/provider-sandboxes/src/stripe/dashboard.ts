import { changeItem, type ItemChange } from "./billing/change-items.ts";
import { changeObject } from "./billing/change-object.ts";
import { collect, giveUpInvoice, type Collected } from "./billing/collect.ts";
import { endSubscription } from "./billing/end-subscription.ts";
import { closeDispute, dispute, refund } from "./billing/give-back.ts";
import { runBilling } from "./billing/run-billing.ts";
import { subscribe, type NewSubscription } from "./billing/subscribe.ts";
import type { DeclineCode } from "./cards.ts";
import type { Customer, Dispute, Invoice, Price, Product, Refund, Subscription } from "./objects.ts";
import type { OAuthServer } from "../oauth/index.ts";
import { attachCard, deleteCustomer, newCustomer } from "./routes/customers.ts";
import { newCoupon, newPrice, newProduct, type NewPrice } from "./routes/catalogue.ts";
import type { StripeAccount } from "./stripe-account.ts";

/** What a person does in the provider's own dashboard: each deed changes the account and is told by events. */
export class StripeDashboard {
  /** The objects themselves, to be read. */
  readonly account: StripeAccount;
  readonly #oauth: OAuthServer;

  constructor(account: StripeAccount, oauth: OAuthServer) {
    this.account = account;
    this.#oauth = oauth;
  }

  /** Removes the app from the account: its tokens are worth nothing, and its platform is told. */
  removeApp(): void {
    this.#oauth.revokeAll();
    this.account.emit("account.application.deauthorized", { id: "ca_sandbox", object: "application" });
  }

  /** A new customer, with a card by Stripe's name for a test card unless `card` is null. */
  addCustomer(given: { name?: string; email?: string | null; card?: string | null }): Customer {
    const { card = "pm_card_visa", ...fields } = given;
    const customer = newCustomer(this.account, fields);
    if (card !== null) this.changeCard(customer.id, card);
    return customer;
  }

  editCustomer(
    id: string,
    changes: Partial<Pick<Customer, "name" | "email" | "phone" | "metadata">>,
  ): Customer {
    const customer = this.#one(this.account.customers.get(id), id);
    changeObject(this.account, customer, changes, "customer.updated");
    this.account.customers.put(customer);
    return customer;
  }

  deleteCustomer(id: string): void {
    deleteCustomer(this.account, this.#one(this.account.customers.get(id), id));
  }

  /** Puts another card in place; bills are taken from it from now on. */
  changeCard(customerId: string, card: string): string {
    const customer = this.#one(this.account.customers.get(customerId), customerId);
    const method = attachCard(this.account, card, customer);
    const settings = { ...customer.invoice_settings, default_payment_method: method.id };
    changeObject(this.account, customer, { invoice_settings: settings }, "customer.updated");
    return method.id;
  }

  /** Says of the customer's card until when it is good, and from which country it is. */
  editCard(customerId: string, changes: { exp_month?: number; exp_year?: number; country?: string }): void {
    const customer = this.#one(this.account.customers.get(customerId), customerId);
    const id =
      customer.invoice_settings.default_payment_method ?? this.changeCard(customerId, "pm_card_visa");
    const method = this.#one(this.account.paymentMethods.get(id), id);
    Object.assign(method.card, changes);
    this.account.emit("payment_method.updated", method);
  }

  /** From now on the customer's card answers so; null: it is accepted. */
  letCard(customerId: string, answer: DeclineCode | null): void {
    const customer = this.#one(this.account.customers.get(customerId), customerId);
    const method =
      customer.invoice_settings.default_payment_method ?? this.changeCard(customerId, "pm_card_visa");
    if (answer === null) this.account.declines.delete(method);
    else this.account.declines.set(method, answer);
  }

  addProduct(name: string): Product {
    return newProduct(this.account, name);
  }

  addPrice(given: NewPrice): Price {
    return newPrice(this.account, given);
  }

  /** Of a product 'Base', in cents of a dollar a month. */
  addMonthlyPrice(unitAmount: number): Price {
    return this.addPrice({
      product: this.addProduct("Base").id,
      currency: "usd",
      unit_amount: unitAmount,
      interval: "month",
    });
  }

  addCoupon(given: Parameters<typeof newCoupon>[1]): string {
    return newCoupon(this.account, given).id;
  }

  subscribe(given: NewSubscription): Subscription {
    return subscribe(this.account, given);
  }

  changePlan(subscriptionId: string, change: ItemChange): Subscription {
    const subscription = this.#subscription(subscriptionId);
    changeItem(this.account, subscription, change);
    return subscription;
  }

  /** Ends a subscription now, or with its period. */
  cancel(subscriptionId: string, when: "now" | "at_period_end" = "now"): Subscription {
    const subscription = this.#subscription(subscriptionId);
    if (when === "now") endSubscription(this.account, subscription, "cancellation_requested");
    else
      changeObject(
        this.account,
        subscription,
        { cancel_at_period_end: true, canceled_at: this.account.now() },
        "customer.subscription.updated",
      );
    return subscription;
  }

  pauseCollection(
    subscriptionId: string,
    behavior: "void" | "keep_as_draft" | "mark_uncollectible" | null,
  ): void {
    const pause = behavior === null ? null : { behavior, resumes_at: null };
    changeObject(
      this.account,
      this.#subscription(subscriptionId),
      { pause_collection: pause },
      "customer.subscription.updated",
    );
  }

  /** Tries to collect a bill as the schedule does. */
  tryInvoice(invoiceId: string): Collected {
    return collect(this.account, this.#one(this.account.invoices.get(invoiceId), invoiceId), {
      schedule: true,
    });
  }

  /** Lets the card of a bill's customer fail and tries it. */
  failInvoice(invoiceId: string, code: DeclineCode = "insufficient_funds"): Collected {
    const invoice: Invoice = this.#one(this.account.invoices.get(invoiceId), invoiceId);
    this.letCard(invoice.customer, code);
    return this.tryInvoice(invoiceId);
  }

  giveUpInvoice(invoiceId: string, status: "void" | "uncollectible"): void {
    giveUpInvoice(this.account, this.#one(this.account.invoices.get(invoiceId), invoiceId), status);
  }

  refund(chargeId: string, amount?: number): Refund {
    return refund(this.account, this.#one(this.account.charges.get(chargeId), chargeId), amount);
  }

  dispute(chargeId: string): Dispute {
    return dispute(this.account, this.#one(this.account.charges.get(chargeId), chargeId));
  }

  /** The bank decides a dispute. */
  closeDispute(disputeId: string, status: "won" | "lost"): void {
    closeDispute(this.account, this.#one(this.account.disputes.get(disputeId), disputeId), status);
  }

  /** Units of a metered item that its next bill asks for. */
  use(itemId: string, units: number): void {
    this.account.usage.set(itemId, units);
  }

  /** Lets everything happen that fell due until now: renewals, tries, ends. Customers on a test clock wait for theirs. */
  bill(): void {
    const subscriptions = [...this.account.subscriptions.all()].filter((one) => one.test_clock === null);
    runBilling(this.account, subscriptions, this.account.now());
  }

  /** Moves the account's business ahead; signatures and tokens stay with the clock, as an app in the present needs them. */
  letDaysPass(days: number): void {
    this.account.aheadS += days * 86_400;
    this.bill();
  }

  #subscription(id: string): Subscription {
    return this.#one(this.account.subscriptions.get(id), id);
  }

  #one<T>(object: T | undefined, id: string): T {
    if (object === undefined) throw new Error(`The account has no ${id}.`);
    return object;
  }
}
