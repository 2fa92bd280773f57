import { recoveryHolds, recoveryNextSteps, recoveryStatuses } from "@forestay/contracts/wire";
import type { RecoveryCase } from "@forestay/contracts/wire";
import { formatMoney, formatShortDate, MISSING } from "@/lib/format/index.ts";

/** What happens next, and when: 'Next try, Oct 17'. */
export function nextWords({ nextStep, nextAt, heldBy, status, closedAt, marked }: RecoveryCase): string {
  if (heldBy !== null && nextAt === null) return recoveryHolds[heldBy];
  if (nextStep !== null)
    return nextAt === null
      ? recoveryNextSteps[nextStep]
      : `${recoveryNextSteps[nextStep]}, ${formatShortDate(nextAt)}`;
  if (marked !== null) return marked.as === "paid" ? "Paid elsewhere" : "Written off";
  return closedAt === null
    ? recoveryStatuses[status]
    : `${recoveryStatuses[status]}, ${formatShortDate(closedAt)}`;
}

/** 'Try 2 of 8', or how often it was tried where more tries do not help. */
export const triesWords = ({ tries, plannedTries }: RecoveryCase): string =>
  plannedTries === null ? `${tries} ${tries === 1 ? "try" : "tries"}` : `${tries} of ${plannedTries}`;

/** '42%', or '~42%' of one that is assumed; nothing of one that is over. */
export const chanceWords = ({ chance, isChanceOwn }: RecoveryCase): string =>
  chance === null ? MISSING : `${isChanceOwn ? "" : "~"}${Math.round(100 * chance)}%`;

/** What the chance is of, in words. */
export const chanceTitle = ({
  chance,
  isChanceOwn,
  amount,
  recovered,
  currency,
}: RecoveryCase): string | undefined =>
  chance === null
    ? undefined
    : `${isChanceOwn ? "" : "Assumed, until enough of your own are known. "}Of 100 payments like this one ${Math.round(100 * chance)} come in within 60 days of the failure: about ${formatMoney(chance * (amount - recovered), currency)} of what is open.`;
