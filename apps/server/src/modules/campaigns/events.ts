import { defineEvent } from "#platform/events/domain-events.ts";

/** A campaign was read on its planned day. Told once, in the transaction that ended it. */
export const campaignRead = defineEvent<{
  companyId: string;
  campaignId: string;
  name: string;
  headline: string;
  explanation: string;
}>("campaigns.read");

/** Customers came to a webhook step. Told in the transaction that takes the step, so that it is told once. */
export const campaignStepReached = defineEvent<{
  companyId: string;
  campaignId: string;
  name: string;
  stepId: string;
  stepName: string;
  customerIds: readonly string[];
}>("campaigns.step_reached");

/** A campaign was paused by itself. Told in the transaction that paused it. */
export const campaignPaused = defineEvent<{
  companyId: string;
  campaignId: string;
  name: string;
  because: string;
}>("campaigns.paused");

/** A planned start was stopped by a check; the campaign is a draft again. Told in the transaction that made it one. */
export const campaignNotStarted = defineEvent<{
  companyId: string;
  campaignId: string;
  name: string;
  because: string;
  plannedFor: string;
}>("campaigns.not_started");
