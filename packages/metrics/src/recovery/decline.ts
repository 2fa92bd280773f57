/**
 * What a declined payment asks for: `soft` is tried again on a schedule, `act` waits for the customer (a new card, an
 * approval), `technical` is tried again within hours, `never` is not tried again with this card.
 */
export type DeclineClass = "soft" | "act" | "technical" | "never";

/** Why a payment failed, as people say it: a short list, so that it can be counted. */
export type DeclineReason =
  | "insufficient_funds"
  | "declined_by_bank"
  | "limit_reached"
  | "card_expired"
  | "card_data"
  | "needs_authentication"
  | "bank_unreachable"
  | "processing_error"
  | "card_lost"
  | "card_invalid"
  | "authorization_revoked"
  | "blocked"
  | "not_said";

export interface Decline {
  readonly class: DeclineClass;
  readonly reason: DeclineReason;
  /** The network asks not to try the card again before so long after this try; absent where it asks for nothing. */
  readonly waitMs?: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Mastercard's merchant advice codes that say when to try again: after 1 hour, 24 hours, 2, 4, 6, 8 and 10 days. */
const ADVISED_WAITS: Readonly<Record<string, number>> = {
  "24": HOUR_MS,
  "25": DAY_MS,
  "26": 2 * DAY_MS,
  "27": 4 * DAY_MS,
  "28": 6 * DAY_MS,
  "29": 8 * DAY_MS,
  "30": 10 * DAY_MS,
};

/** What a network or provider advises beside its code. */
export type DeclineAdvice = "try_again_later" | "confirm_card_data" | "do_not_try_again";

const of = (
  declineClass: DeclineClass,
  reason: DeclineReason,
  codes: string,
): (readonly [string, Decline])[] =>
  codes.split(" ").map((code) => [code, { class: declineClass, reason }] as const);

/**
 * Codes in the words of providers, and two-character codes of networks (ISO 8583, field 39). What Stripe itself sends on to
 * no bank without a new method is never tried again: docs.stripe.com/billing/revenue-recovery/smart-retries. Of Visa the
 * codes of category 1: 04 07 12 14 15 41 43 46 57 R0 R1 R3. `authentication_required` is one of them, and waits for the
 * customer's approval.
 */
const declines = new Map<string, Decline>([
  ...of("soft", "insufficient_funds", "insufficient_funds 51"),
  ...of(
    "soft",
    "limit_reached",
    "card_velocity_exceeded withdrawal_count_limit_exceeded approve_with_id 61 65",
  ),
  ...of("soft", "declined_by_bank", "do_not_honor generic_decline card_declined call_issuer 05 01 02"),
  ...of("act", "card_expired", "expired_card invalid_expiry_month invalid_expiry_year 54 33"),
  ...of("act", "card_data", "incorrect_cvc invalid_cvc incorrect_zip incorrect_address incorrect_pin N7 82"),
  ...of("act", "needs_authentication", "authentication_required authentication_not_handled 1A 70"),
  ...of("technical", "processing_error", "processing_error reenter_transaction 96 06"),
  ...of("technical", "bank_unreachable", "issuer_not_available try_again_later 91 92"),
  ...of("never", "card_lost", "lost_card stolen_card pickup_card restricted_card 41 43 04 07"),
  ...of(
    "never",
    "card_invalid",
    "incorrect_number invalid_number invalid_account account_closed new_account_information_available 14 15 46 12",
  ),
  ...of(
    "never",
    "authorization_revoked",
    "revocation_of_authorization revocation_of_all_authorizations stop_payment_order R0 R1 R3",
  ),
  ...of(
    "never",
    "blocked",
    "highest_risk_level fraudulent transaction_not_allowed do_not_try_again merchant_blacklist 57 59",
  ),
]);

const NOT_SAID: Decline = { class: "soft", reason: "not_said" };

/**
 * What a decline means. Nothing said, or a code that is not known, counts as soft: most declines are, and its schedule is
 * the slow one. Advice overrules the code; of Mastercard's, 03 and 21 say never, 01 asks for other card data, and 24 to 30
 * to wait, from an hour to ten days (`waitMs`).
 */
export function classifyDecline(
  code: string | null,
  {
    advice = null,
    networkAdvice = null,
  }: { advice?: DeclineAdvice | null; networkAdvice?: string | null } = {},
): Decline {
  const word = code?.trim() ?? "";
  const known =
    declines.get(word.toUpperCase()) ??
    declines.get(word.toLowerCase().replaceAll(/[\s-]+/g, "_")) ??
    NOT_SAID;
  if (advice === "do_not_try_again" || networkAdvice === "03" || networkAdvice === "21")
    return { class: "never", reason: known.reason };
  if (known.class === "never" || known.class === "act") return known;
  if (advice === "confirm_card_data" || networkAdvice === "01")
    return { class: "act", reason: known.reason === "not_said" ? "card_data" : known.reason };
  const waitMs = networkAdvice === null ? undefined : ADVISED_WAITS[networkAdvice];
  return waitMs === undefined ? known : { class: "technical", reason: known.reason, waitMs };
}

/** Whether a card that was declined so may be charged again before its owner did something. */
export const mayRetry = ({ class: declineClass }: Decline): boolean =>
  declineClass === "soft" || declineClass === "technical";
