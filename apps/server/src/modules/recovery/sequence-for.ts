import {
  defaultSequences,
  type DeclineClassName,
  type PolicySequence,
  type RecoveryPolicy,
} from "@forestay/contracts";

/** What a sequence is chosen by. */
interface Payment {
  class: DeclineClassName;
  plan: string | null;
  /** Major units of its currency. */
  amount: number;
}

/** The first sequence that fits a payment; where a policy has none for it, the one that comes with the product. */
export function sequenceFor({ sequences }: RecoveryPolicy, payment: Payment): PolicySequence | undefined {
  const fits = ({ classes, plans, fromAmount }: PolicySequence) =>
    classes.includes(payment.class) &&
    (plans.length === 0 || (payment.plan !== null && plans.includes(payment.plan))) &&
    (fromAmount === null || payment.amount >= fromAmount);
  return sequences.find(fits) ?? defaultSequences.find(fits);
}
