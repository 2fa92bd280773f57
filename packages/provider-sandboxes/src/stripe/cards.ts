import type { PaymentError } from "./objects.ts";

/** Why a card refuses; `authentication_required` waits for the person. */
export type DeclineCode =
  | "insufficient_funds"
  | "generic_decline"
  | "do_not_honor"
  | "card_velocity_exceeded"
  | "lost_card"
  | "stolen_card"
  | "pickup_card"
  | "fraudulent"
  | "incorrect_number"
  | "expired_card"
  | "incorrect_cvc"
  | "processing_error"
  | "issuer_not_available"
  | "try_again_later"
  | "revocation_of_authorization"
  | "transaction_not_allowed"
  | "authentication_required";

type Advice = "try_again_later" | "confirm_card_data" | "do_not_try_again";

const refusals: Record<DeclineCode, [message: string, advice: Advice | null, networkCode: string | null]> = {
  insufficient_funds: ["Your card has insufficient funds.", "try_again_later", "51"],
  generic_decline: ["Your card was declined.", "try_again_later", "05"],
  do_not_honor: ["Your card was declined.", "try_again_later", "05"],
  card_velocity_exceeded: [
    "Your card was declined for making repeated attempts too frequently.",
    "try_again_later",
    "65",
  ],
  lost_card: ["Your card was declined.", "do_not_try_again", "41"],
  stolen_card: ["Your card was declined.", "do_not_try_again", "43"],
  pickup_card: ["Your card was declined.", "do_not_try_again", "04"],
  fraudulent: ["Your card was declined.", "do_not_try_again", "59"],
  incorrect_number: ["Your card number is incorrect.", "confirm_card_data", "14"],
  expired_card: ["Your card has expired.", "confirm_card_data", "54"],
  incorrect_cvc: ["Your card's security code is incorrect.", "confirm_card_data", "N7"],
  processing_error: [
    "An error occurred while processing your card. Try again in a little bit.",
    "try_again_later",
    null,
  ],
  issuer_not_available: ["Your card was declined.", "try_again_later", "91"],
  try_again_later: ["Your card was declined.", "try_again_later", "91"],
  revocation_of_authorization: ["Your card was declined.", "do_not_try_again", "R1"],
  transaction_not_allowed: ["Your card was declined.", "do_not_try_again", "57"],
  authentication_required: ["Your card was declined. This transaction requires authentication.", null, null],
};

/** Codes that Stripe puts in `code` itself; of the others it is `card_declined`. */
const ownCodes = new Set<DeclineCode>([
  "incorrect_number",
  "expired_card",
  "incorrect_cvc",
  "processing_error",
  "authentication_required",
]);

/** What Stripe says of a declined card: on the payment intent, and in the answer with status 402. */
export function declineError(code: DeclineCode, chargeId: string): PaymentError {
  const [message, advice, networkCode] = refusals[code];
  const ownCode = ownCodes.has(code) ? code : "card_declined";
  return {
    type: "card_error",
    code: ownCode,
    ...(code !== "incorrect_cvc" && code !== "incorrect_number" && { decline_code: code }),
    message,
    charge: chargeId,
    doc_url: `https://docs.stripe.com/error-codes/${ownCode.replaceAll("_", "-")}`,
    ...(advice && { advice_code: advice }),
    ...(networkCode && { network_decline_code: networkCode }),
  };
}

/** Stripe's names for test cards, and what each does. */
export const testCards: Record<string, { brand: string; last4: string; declines?: DeclineCode }> = {
  pm_card_visa: { brand: "visa", last4: "4242" },
  pm_card_mastercard: { brand: "mastercard", last4: "4444" },
  pm_card_chargeCustomerFail: { brand: "visa", last4: "0341", declines: "generic_decline" },
  pm_card_visa_chargeDeclined: { brand: "visa", last4: "0002", declines: "generic_decline" },
  pm_card_visa_chargeDeclinedInsufficientFunds: {
    brand: "visa",
    last4: "9995",
    declines: "insufficient_funds",
  },
  pm_card_visa_chargeDeclinedLostCard: { brand: "visa", last4: "9987", declines: "lost_card" },
  pm_card_visa_chargeDeclinedStolenCard: { brand: "visa", last4: "9979", declines: "stolen_card" },
  pm_card_chargeDeclinedExpiredCard: { brand: "visa", last4: "0069", declines: "expired_card" },
  pm_card_chargeDeclinedIncorrectCvc: { brand: "visa", last4: "0127", declines: "incorrect_cvc" },
  pm_card_chargeDeclinedProcessingError: { brand: "visa", last4: "0119", declines: "processing_error" },
  pm_card_authenticationRequired: { brand: "visa", last4: "3184", declines: "authentication_required" },
};
