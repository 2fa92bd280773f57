import { DAY_MS } from "../time-units.ts";

/** Where a failed payment stands; the last four end it. */
export const recoveryStatuses = {
  open: "Failed",
  in_recovery: "In recovery",
  recovered: "Recovered",
  lost: "Lost",
  cancelled: "Canceled by the customer",
  manual: "Settled by hand",
} as const;
export type RecoveryStatusName = keyof typeof recoveryStatuses;

/** What a decline asks for. */
export const declineClasses = {
  soft: "Soft",
  act: "Customer must act",
  technical: "Technical",
  never: "Never again with this card",
} as const;
export type DeclineClassName = keyof typeof declineClasses;

/** Why a payment failed, for staff; customers are told less. */
export const declineReasons = {
  insufficient_funds: "Insufficient funds",
  declined_by_bank: "Declined by bank",
  limit_reached: "Card limit reached",
  card_expired: "Card expired",
  card_data: "Wrong card data",
  needs_authentication: "Needs authentication",
  bank_unreachable: "Bank not reachable",
  processing_error: "Processing error",
  card_lost: "Card reported lost",
  card_invalid: "Card number not valid",
  authorization_revoked: "Authorization revoked",
  blocked: "Blocked by the bank",
  not_said: "No reason given",
} as const;
export type DeclineReasonName = keyof typeof declineReasons;

/** What brought the money, one for each recovered payment. */
export const recoveryCredits = {
  silent: "Before any message",
  retry: "By a later try",
  link: "Through the link",
  other: "Otherwise",
} as const;
export type RecoveryCreditName = keyof typeof recoveryCredits;

/** Parts that what failed falls into, without a rest: they add up to it, to the minor unit. */
export const recoveryParts = {
  recovered: "Recovered",
  retrying: "Retrying",
  waiting: "Waiting for the customer",
  by_hand: "Settled by hand",
  lost: "Lost",
} as const;
export type RecoveryPart = keyof typeof recoveryParts;

/** How the queue is sorted: the most still open first, or the oldest failure. */
export const recoverySorts = ["amount", "failed", "tried"] as const;
export type RecoverySort = (typeof recoverySorts)[number];

/** What happens next to an open case. */
export const recoveryNextSteps = {
  provider: "Left to your provider",
  new_card: "Waits for a new card",
  approval: "Waits for an approval",
  paused: "Paused",
} as const;
export type RecoveryNextStep = keyof typeof recoveryNextSteps;

/** What a person says of a payment that the ledger does not know of. */
export const recoveryMarks = ["paid", "written_off"] as const;
export type RecoveryMark = (typeof recoveryMarks)[number];

/** Within so many days of the first failure a payment counts as recovered. */
export const RECOVERY_DAYS = 60;
export const RECOVERY_DAYS_MS = RECOVERY_DAYS * DAY_MS;
/** Failures of so many days make the curve. */
export const RECOVERY_CURVE_DAYS = 90;
export const RECOVERY_PAGE_SIZE = 25;
