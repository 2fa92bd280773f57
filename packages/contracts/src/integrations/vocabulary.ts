import { hubspotWords } from "./providers/hubspot.ts";
import { mailchimpWords } from "./providers/mailchimp.ts";
import type { ProviderWords } from "./providers/provider-words.ts";
import { salesforceWords } from "./providers/salesforce.ts";
import { slackWords } from "./providers/slack.ts";
import { stripeWords } from "./providers/stripe.ts";

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

/** The systems that are spoken of, in the order they are shown; a server offers those whose connector stands. */
export const integrationProviders = ["hubspot", "stripe", "salesforce", "mailchimp", "slack"] as const;
export type IntegrationProvider = (typeof integrationProviders)[number];

/** How a connection lets us in: by the system's own page, or by a key that was pasted. */
export const authorizations = ["oauth", "key"] as const;
export type Authorization = (typeof authorizations)[number];

/** What a run did: read everything, followed changes, or tried failed records again. */
export const syncKinds = ["first", "changes", "retry"] as const;
export type SyncKind = (typeof syncKinds)[number];

export const syncRunStatuses = ["running", "done", "failed", "stopped"] as const;
export type SyncRunStatus = (typeof syncRunStatuses)[number];

const words: Record<IntegrationProvider, ProviderWords> = {
  hubspot: hubspotWords,
  stripe: stripeWords,
  salesforce: salesforceWords,
  mailchimp: mailchimpWords,
  slack: slackWords,
};
export const providerWords = (provider: IntegrationProvider): ProviderWords => words[provider];

/** What a channel can be told beside single news: all of a day together. */
export const DAILY_DIGEST = "digest";

/** How a message to a channel stands; `unsure`: it was sent, and whether it arrived nobody said. */
export const postStatuses = ["waiting", "posted", "failed", "unsure"] as const;
export type PostStatus = (typeof postStatuses)[number];

/** Objects of a system, in the order they are read. */
export const integrationObjects = (provider: IntegrationProvider): { object: string; label: string }[] =>
  Object.entries(words[provider].objects).map(([object, label]) => ({ object, label }));
export const integrationObjectLabel = (provider: IntegrationProvider, object: string): string =>
  words[provider].objects[object] ?? object;
/** Whom everything else is of: it always comes in. Undefined where nothing comes in at all. */
export const customerObject = (provider: IntegrationProvider): string | undefined =>
  Object.keys(words[provider].objects)[0];
