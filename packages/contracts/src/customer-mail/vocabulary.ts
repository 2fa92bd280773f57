import type { MergeTags } from "./merge-tags.ts";

/** `marketing` can be unsubscribed from and waits its turn; `transactional` is about what a customer has bought. */
export const customerMailKinds = ["marketing", "transactional"] as const;
export type CustomerMailKind = (typeof customerMailKinds)[number];

/** Why an address is written to no more, or no more by marketing. */
export const suppressionReasons = ["unsubscribed", "bounced", "complained", "added"] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

/** Reasons that only whoever reads at the address takes back, by the link in any message. */
export const ownReasons: readonly SuppressionReason[] = ["unsubscribed", "complained"];

/** What became of a message to a customer. */
export const customerMessageStatuses = [
  "waiting",
  "sending",
  "sent",
  "kept",
  "unknown",
  "failed",
  "suppressed",
  "cancelled",
  "expired",
] as const;
export type CustomerMessageStatus = (typeof customerMessageStatuses)[number];

/** What any message to a customer may say of its reader. */
export const customerTags = {
  "customer.firstName": { label: "First name", sample: "Hannah" },
  "customer.lastName": { label: "Last name", sample: "Feldman" },
  "customer.fullName": { label: "Full name", sample: "Hannah Feldman" },
  "customer.plan": { label: "Plan", sample: "Starter" },
  "owner.firstName": { label: "Account manager's first name", sample: "Maya" },
  "owner.fullName": { label: "Account manager", sample: "Maya Okafor" },
  "company.name": { label: "Your company", sample: "Harborline" },
} as const satisfies MergeTags;

export const MOST_MAIL_BLOCKS = 40;
export const MOST_SENDER_DOMAINS = 10;
export const SUPPRESSIONS_PAGE_SIZE = 25;

/** Records that a domain's owner adds where the domain is kept. */
export const domainRecordNames = ["ownership", "dkim", "dmarc", "spf"] as const;
export type DomainRecordName = (typeof domainRecordNames)[number];
