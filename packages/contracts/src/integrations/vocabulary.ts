/** How things stand with a connected system. */
export const integrationStatuses = ["NotConnected", "Connected", "Error", "Syncing", "TokenExpired"] as const;
export type IntegrationStatus = (typeof integrationStatuses)[number];
const statusLabels: Record<IntegrationStatus, string> = {
  NotConnected: "Not connected",
  Connected: "Connected",
  Error: "Error",
  Syncing: "Syncing",
  TokenExpired: "Token expired",
};
export const integrationStatusLabel = (status: IntegrationStatus): string => statusLabels[status];

/** How often a connected system is asked for changes. */
export const syncFrequencies = ["Manual", "Hourly", "Daily", "Weekly"] as const;
export type SyncFrequency = (typeof syncFrequencies)[number];

/** The systems that can be connected, in the order they are shown. */
export const integrationProviders = ["stripe"] as const;
export type IntegrationProvider = (typeof integrationProviders)[number];

/** What a run did: read everything, followed changes, or tried failed records again. */
export const syncKinds = ["first", "changes", "retry"] as const;
export type SyncKind = (typeof syncKinds)[number];

export const syncRunStatuses = ["running", "done", "failed", "stopped"] as const;
export type SyncRunStatus = (typeof syncRunStatuses)[number];

interface ProviderWords {
  name: string;
  /** What kind of system it is. */
  kind: string;
  /** What comes in, as one reads it in a list. */
  brings: string;
  /** What a pasted credential is called there, and how it begins. */
  credential: { label: string; begins: string; hint: string };
  /** What we may do there, in words, and what we do not. */
  may: readonly string[];
  mayNot: readonly string[];
}

const words: Record<IntegrationProvider, ProviderWords> = {
  stripe: {
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
  },
};
export const providerWords = (provider: IntegrationProvider): ProviderWords => words[provider];

/** Objects of each system, in the order they are read. */
const objectLabels: Record<IntegrationProvider, Record<string, string>> = {
  stripe: {
    customers: "Customers",
    // Before subscriptions: bills tell what those charged before.
    invoices: "Invoices",
    subscriptions: "Subscriptions",
    charges: "Payments",
  },
};
export const integrationObjects = (provider: IntegrationProvider): { object: string; label: string }[] =>
  Object.entries(objectLabels[provider]).map(([object, label]) => ({ object, label }));
export const integrationObjectLabel = (provider: IntegrationProvider, object: string): string =>
  objectLabels[provider][object] ?? object;
