import type { FindingsInsights } from "@forestay/contracts/wire";
import {
  formatCount,
  formatCounted,
  formatNumber,
  formatPoints,
  formatShortDate,
} from "@/lib/format/index.ts";

export type ShownFinding = FindingsInsights["findings"][number];

/** 'Logins, 30 days: none' */
export const traitWords = ({ label, words }: Pick<ShownFinding, "label" | "words">): string =>
  `${label}: ${words}`;

/** 'Customers with “Plan: Starter” leave 2.1 times as often', or how much less. */
export function findingTitle(finding: ShownFinding): string {
  const { withIt, without } = finding;
  const trait = `Customers with “${traitWords(finding)}”`;
  if (without.share === 0) return `${trait} leave; of all others nobody does`;
  const ratio = withIt.share / without.share;
  if (ratio >= 1) return `${trait} leave ${formatNumber(ratio, 1)} times as often`;
  if (withIt.share === 0) return `${trait} do not leave`;
  return ratio <= 0.5
    ? `${trait} leave ${ratio <= 0.34 ? "a third as often or less" : "half as often or less"}`
    : `${trait} leave less often`;
}

/** '52 of 214 left, against 112 of 2,123: 19 points more' */
export function findingCounts({ withIt, without, difference }: ShownFinding): {
  counts: string;
  points: string;
} {
  return {
    counts: `${formatCount(withIt.left)} of ${formatCount(withIt.rows)} left, against ${formatCount(without.left)} of ${formatCount(without.rows)}`,
    points: `${formatPoints(100 * difference.estimate)} ${difference.estimate >= 0 ? "more" : "less"}`,
  };
}

/** '95% interval 13.7 to 25.3 points', of the size of the difference. */
export function intervalWords({ difference: { low, high } }: ShownFinding): string {
  const [from, to] = high <= 0 ? [-high, -low] : [low, high];
  const points = (share: number) => formatNumber(100 * share, 1);
  return `95% interval ${points(from)} to ${points(to)} points`;
}

/** On whom they were tested. */
export function testedOnWords(testedOn: FindingsInsights["testedOn"]): string {
  if (testedOn === null) return "What goes with leaving, tested";
  const { customers, left, day, horizonDays } = testedOn;
  const when =
    day === null
      ? ""
      : ` within ${formatCounted(horizonDays, "day")} of ${formatShortDate(`${day}T12:00:00Z`)}`;
  return `${formatCount(left)} of ${formatCounted(customers, "customer")} left${when}`;
}
