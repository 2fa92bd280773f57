import {
  defaultSequencesOf,
  type DeclineClassName,
  type DeclineReasonName,
  type PolicySequence,
  type RecoveryPolicy,
} from "@forestay/contracts";

/** What a sequence is chosen by. */
interface Payment {
  class: DeclineClassName;
  reason: DeclineReasonName;
  plan: string | null;
  /** Major units of its currency. */
  amount: number;
}

/**
 * The first sequence that fits a payment; where a policy has none for it, the one that comes with the product, which says that
 * grace is over only where `tellsEnd`.
 */
export function sequenceFor(
  { sequences, graceDays }: RecoveryPolicy,
  payment: Payment,
  tellsEnd: boolean,
): PolicySequence | undefined {
  const fits = ({ classes, reasons, plans, fromAmount }: PolicySequence) =>
    classes.includes(payment.class) &&
    (reasons.length === 0 || reasons.includes(payment.reason)) &&
    (plans.length === 0 || (payment.plan !== null && plans.includes(payment.plan))) &&
    (fromAmount === null || payment.amount >= fromAmount);
  return sequences.find(fits) ?? defaultSequencesOf(graceDays, tellsEnd).find(fits);
}
