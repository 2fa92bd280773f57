import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { defineEvent } from "#platform/events/domain-events.ts";

/** Rows of a connected system have come. Told in the transaction that ends a run, or takes in what the system told us of. */
export const integrationSynced = defineEvent<{ companyId: string; provider: IntegrationProvider }>(
  "integrations.synced",
);

/** All that a connected system has was read. Told beside `integrations.synced`. */
export const integrationRead = defineEvent<{ companyId: string; provider: IntegrationProvider }>(
  "integrations.read",
);

/** People in a connected system want no more mail, or cannot be reached by it. Told in the transaction that takes them in. */
export const consentWithdrawn = defineEvent<{
  companyId: string;
  provider: IntegrationProvider;
  people: readonly { email: string; reason: "unsubscribed" | "bounced"; at: Date }[];
}>("integrations.consent_withdrawn");

/** Somebody said in the company's chat that a next step is done. Told once a message. */
export const stepDoneThere = defineEvent<{
  companyId: string;
  customerId: string;
  step: { code: string; title: string };
  /** As the chat calls them: 'ada in Slack'. */
  by: string;
}>("integrations.step_done_there");

/** Somebody was erased for good in a connected system: told before anybody here knows whom that means. */
export const personErasedThere = defineEvent<{
  companyId: string;
  provider: IntegrationProvider;
  sourceId: string;
}>("integrations.person_erased_there");

/**
 * Customers were deleted in a connected system, which knows them by nothing else. Told in the transaction that finds it out, once a
 * deletion; nothing of them is deleted here.
 */
export const peopleDeletedThere = defineEvent<{
  companyId: string;
  provider: IntegrationProvider;
  customerIds: string[];
}>("integrations.people_deleted_there");

/** A connected system no longer lets us in, or went wrong so often that a person has to look. Told once, when it begins. */
export const integrationFailed = defineEvent<{
  companyId: string;
  provider: IntegrationProvider;
  runId: string;
  isExpired: boolean;
  /** What happened and what to do. */
  message: string;
}>("integrations.failed");
