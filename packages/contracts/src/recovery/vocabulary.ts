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

/** How the queue is sorted: the most still open first, the most that is likely to come in, what happens next, or the oldest failure. */
export const recoverySorts = ["amount", "expected", "next", "failed", "tried"] as const;
export type RecoverySort = (typeof recoverySorts)[number];

/** What happens next to an open case. */
export const recoveryNextSteps = {
  try: "Next try",
  message: "E-mail",
  provider: "Left to your provider",
  new_card: "Waits for a new card",
  approval: "Waits for an approval",
  paused: "Paused",
  grace_pause: "Grace is over: pause the account",
  grace_cancel: "Grace is over: end the subscription",
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

/** Who tries a failed payment again: the provider alone, or we, once the provider has stopped. */
export const retryModes = { observe: "Your provider", own: "Forestay" } as const;
export type RetryMode = keyof typeof retryModes;

/** By which times failed payments are tried: the policy's, those learned for half of them, or for all. */
export const recoveryTimes = {
  fixed: "By the schedule",
  compared: "Half at learned times, to compare",
  learned: "All at learned times",
} as const;
export type RecoveryTimes = keyof typeof recoveryTimes;
/** Learned times and the schedule are compared by what is paid within so many days of the failure: until tries are over. */
export const TIMES_DAYS = 30;
/** Of so many days it is learned when tries succeed and what comes in. */
export const CASE_DAYS_LEARNED = 365;

/** Why nothing is done about an open case that its policy has. */
export const recoveryHolds = {
  no_address: "No e-mail address",
  suppressed: "The address is not written to",
  disputed: "A payment is disputed",
  provider_retries: "Your provider tries it itself",
  sent_to_customer: "The bill was sent to be paid by hand",
  no_payment_method: "No card is on file",
  not_permitted: "The key may not have bills paid",
  expired: "Your provider no longer lets us in",
  not_connected: "The provider of this bill is not connected",
  held: "This server is a restored copy",
  limit: "The limit on tries of a card is reached",
  settled_there: "Settled at your provider; its news is on the way",
  unavailable: "Your provider does not answer at the moment",
} as const;
export type RecoveryHold = keyof typeof recoveryHolds;

/** What stands in the history of a case. */
export const recoveryHistoryKinds = [
  "failed",
  "try",
  "own_try",
  "message",
  "link_sent",
  "link_made",
  "link_opened",
  "paused",
  "resumed",
  "marked_paid",
  "written_off",
  "unmarked",
  "ended",
] as const;
export type RecoveryHistoryKind = (typeof recoveryHistoryKinds)[number];

/** The group that is written to later gets its first message on this day, and is compared until then. */
export const CONTROL_DAYS = 10;
export const MOST_CONTROL_PERCENT = 20;
/** With less grace than this nobody is written to later: too little of it would be left. */
export const LEAST_GRACE_FOR_CONTROL = 20;

/** What became of a card that did not live to see its next payment. */
export const cardOutcomes = {
  replaced: "Another card in place",
  charged: "Paid all the same",
  failed: "The payment failed",
  ended: "No payment was due any more",
  unknown: "Not known: its system was disconnected",
} as const;
export type CardOutcome = keyof typeof cardOutcomes;

/** Why a customer is not asked for another card. */
export const cardHolds = {
  renews_itself: "Usually renewed by its network",
  not_sending: "Messages are switched off",
  no_messages: "The policy has no message",
  excluded: "Its plan is left alone",
  asked_later: "Not asked, to see what asking changes",
  no_address: "No e-mail address",
  suppressed: "The address is not written to",
  other_card: "A newer card is on file, and not yet the one that is charged",
  no_page:
    "Nobody is led to a page that does not open: give the key Write on Customer portal, and switch on payment methods in the portal's settings",
  with_other: "The same card pays something sooner: it is asked about there",
} as const;
export type CardHold = keyof typeof cardHolds;
