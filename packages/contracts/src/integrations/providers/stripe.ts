import type { ProviderWords } from "./provider-words.ts";

export const stripeWords: ProviderWords = {
  name: "Stripe",
  kind: "Card payments",
  brings: "Customers, subscriptions, invoices, payments",
  credential: {
    label: "Restricted key",
    begins: "rk_",
    hint: "In Stripe: Developers, API keys, Create restricted key, with Read on Customers, Subscriptions, Invoices, Charges, Disputes, PaymentMethods, Products, Prices and Events. Write on Webhook Endpoints lets Stripe tell us at once; Write on Invoices lets recovery try failed payments, once you switch that on.",
  },
  may: [
    "See customers, subscriptions, invoices, payments, disputes, products and prices",
    "Have a failed invoice paid, only with Write on Invoices and only while recovery is set to try by itself",
  ],
  mayNot: ["Refund, or change what customers are sold", "See card numbers"],
  objects: {
    customers: "Customers",
    // Before subscriptions: bills tell what those charged before.
    invoices: "Invoices",
    subscriptions: "Subscriptions",
    charges: "Payments",
  },
};
