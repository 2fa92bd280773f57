export const campaignTypes = ["Email"] as const;
export const campaignStatuses = ["Draft", "Scheduled", "Active", "Paused", "Completed", "Archived"] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** What has a customer enter, by its name on the wire. */
export const campaignTriggers = {
  Manual: "Started by hand",
  RiskRaised: "Risk becomes High or Critical",
  SegmentEntered: "Enters a segment",
  SegmentLeft: "Leaves a segment",
  Silent: "Silent for some days",
  RenewalDue: "Renewal coming up",
  CardExpiring: "Card about to end",
  PaymentFailed: "Payment failed",
  EventHappened: "An event happened",
} as const;
export type CampaignTrigger = keyof typeof campaignTriggers;

export const campaignStepKinds = ["email", "wait", "task", "webhook", "slack", "branch"] as const;
export type CampaignStepKind = (typeof campaignStepKinds)[number];

/** Sizes of a holdout that are offered; 10 % unless a person moves it. */
export const holdoutShares = [0.1, 0.2, 0.3, 0.4, 0.5] as const;
export const USUAL_HOLDOUT = 0.1;
export const USUAL_MEASURED_DAYS = 30;
export const MOST_CAMPAIGN_STEPS = 20;
export const CAMPAIGNS_PAGE_SIZE = 25;
/** More of an audience than this without a value for a field, and the campaign does not start. */
export const MOST_WITHOUT_VALUE = 0.05;
/** An audience that is so many times what a person saw is asked about again. */
export const GROWTH_ASKED_AGAIN = 10;

/** So many campaigns with a holdout have to be finished before it is said whom contact keeps. */
export const UPLIFT_HOLDOUTS = 2;
/** From this share of the resampled models on, it is said that contact drives a customer away; below the rest, that it keeps them. */
export const SURE_OF_HARM = 0.9;

/** What contact does to a customer, as far as finished campaigns tell. */
export const contactGroups = {
  keptByIt: { label: "Kept by it", help: "Likelier to stay when written to" },
  staysAnyway: { label: "Stay anyway", help: "Likely to stay, written to or not" },
  leavesAnyway: { label: "Leave anyway", help: "Likely to leave, written to or not" },
  drivenAway: { label: "Driven away by it", help: "Likelier to leave when written to" },
} as const;
export type ContactGroup = keyof typeof contactGroups;

/** Who counts as having taken what a campaign offers: everybody it reached, or who reached its goal. */
export const offerTakers = ["goal", "reached"] as const;

export const campaignFindings = ["waiting", "open", "kept", "lost", "none"] as const;
export type CampaignFinding = (typeof campaignFindings)[number];

/** Cards whose next payment is at most so many days off are looked after. */
export const CARD_DAYS = 60;
