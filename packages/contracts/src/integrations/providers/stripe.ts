import type { ProviderWords } from "./provider-words.ts";

export const stripeWords: ProviderWords = {
  name: "Stripe",
  kind: "Card payments",
  brings: "Customers, subscriptions, invoices, payments",
  credential: {
    label: "Restricted key",
    begins: "rk_",
    hint: "In Stripe: Developers, API keys, Create restricted key, with Read on Customers, Subscriptions, Invoices, Charges, Disputes, Products, Prices and Events. Write on Webhook Endpoints lets Stripe tell us at once.",
  },
  may: ["See customers, subscriptions, invoices, payments, disputes, products and prices"],
  mayNot: ["Charge, refund or change anything", "See card numbers"],
  objects: {
    customers: "Customers",
    // Before subscriptions: bills tell what those charged before.
    invoices: "Invoices",
    subscriptions: "Subscriptions",
    charges: "Payments",
  },
};
