import { clusteredAucInterval } from "../metrics/clustered-auc.ts";
import { wilsonInterval } from "../metrics/proportion-interval.ts";
import type { Interval } from "../report.ts";

/** Held-out predictions with what happened; rows of one customer share a cluster. */
export interface ScoredRows {
  labels: ArrayLike<number>;
  probabilities: ArrayLike<number>;
  clusters: ArrayLike<number | string>;
}

/** A way to divide customers that a person knows: the group of each row, null where it is not known. */
export interface Division {
  name: string;
  groupOf: readonly (string | null)[];
  /** Order in which groups are shown; groups not named follow by size. */
  order?: readonly string[];
}

/** What the model was worth on the held-out rows of one group. */
export interface SegmentQuality {
  group: string;
  rows: number;
  customers: number;
  outcomes: number;
  meanPredicted: number;
  /** Share that left, with Wilson's interval, each customer counted as one row however often it is among them. */
  observed: Interval;
  /** Null where there are too few of one outcome to rank. */
  auc: Interval | null;
  /** `above`: predicted more leaving than there was, beyond chance; `below`: less. */
  calibration: "right" | "above" | "below";
  /** Whether it ranks worse here than among all other customers, beyond chance. */
  ranksWorse: boolean;
}

export interface MeasuredDivision {
  name: string;
  groups: SegmentQuality[];
  /** Groups with too few customers to say anything, with why. */
  suppressed: { group: string; customers: number; reason: string }[];
}

/** A group of fewer customers is not shown: its figures would be chance, and would nearly name people. */
export const FEWEST_CUSTOMERS = 50;
/** Fewer leavers or stayers in a group cannot be ranked to any purpose. */
const FEWEST_TO_RANK = 10;
const MOST_GROUPS = 12;

/**
 * Quality by group, on held-out rows. Figures carry 95% intervals; what is called worse or miscalibrated must hold at
 * 95% for all groups of a division taken together (Bonferroni), because among many groups some are off by chance.
 */
export function measureSegments(rows: ScoredRows, divisions: readonly Division[]): MeasuredDivision[] {
  return divisions.map(({ name, groupOf, order = [] }) => {
    const members = new Map<string, number[]>();
    groupOf.forEach((group, row) => {
      if (group === null) return;
      const known = members.get(group);
      if (known) known.push(row);
      else members.set(group, [row]);
    });
    const rank = (group: string) => (order.includes(group) ? order.indexOf(group) : order.length);
    const sized = [...members]
      .map(([group, own]) => ({ group, own, customers: customersOf(rows, own) }))
      .sort(
        (a, b) => rank(a.group) - rank(b.group) || b.customers - a.customers || (a.group < b.group ? -1 : 1),
      );
    const large = sized.filter(({ customers }) => customers >= FEWEST_CUSTOMERS).slice(0, MOST_GROUPS);
    const confidence = 1 - 0.05 / Math.max(1, large.length);
    return {
      name,
      groups: large.map(({ group, own, customers }) => measureGroup(rows, group, own, customers, confidence)),
      suppressed: sized
        .filter(({ customers }) => customers < FEWEST_CUSTOMERS)
        .map(({ group, customers }) => ({
          group,
          customers,
          reason: `Only ${customers} held-out customer${customers === 1 ? "" : "s"}: below ${FEWEST_CUSTOMERS} nothing can be said.`,
        })),
    };
  });
}

function measureGroup(
  { labels, probabilities, clusters }: ScoredRows,
  group: string,
  own: readonly number[],
  customers: number,
  confidence: number,
): SegmentQuality {
  const outcomes = own.reduce((sum, row) => sum + labels[row]!, 0);
  const meanPredicted = own.reduce((sum, row) => sum + probabilities[row]!, 0) / own.length;
  const rate = outcomes / own.length;
  const shown = wilsonInterval(rate * customers, customers);
  const strict = wilsonInterval(rate * customers, customers, confidence);
  return {
    group,
    rows: own.length,
    customers,
    outcomes,
    meanPredicted,
    observed: { estimate: rate, lower: shown.low, upper: shown.high },
    auc: aucOf({ labels, probabilities, clusters }, own, 0.95),
    calibration: meanPredicted > strict.high ? "above" : meanPredicted < strict.low ? "below" : "right",
    ranksWorse: ranksWorse({ labels, probabilities, clusters }, own, confidence),
  };
}

function aucOf(
  { labels, probabilities, clusters }: ScoredRows,
  own: readonly number[],
  confidence: number,
): Interval | null {
  const truth = own.map((row) => labels[row]!);
  const left = truth.reduce((sum, label) => sum + label, 0);
  if (Math.min(left, truth.length - left) < FEWEST_TO_RANK) return null;
  const scores = own.map((row) => probabilities[row]!);
  const inOne = own.map((row) => clusters[row]!);
  const ranked = clusteredAucInterval(truth, scores, inOne, confidence);
  return ranked && { estimate: ranked.auc, lower: ranked.low, upper: ranked.high };
}

/** The group's AUC against that of everyone else: two sets of customers, so that the variances add. */
function ranksWorse(rows: ScoredRows, own: readonly number[], confidence: number): boolean {
  const inGroup = new Set(own);
  const others = Array.from({ length: rows.labels.length }, (_, row) => row).filter(
    (row) => !inGroup.has(row),
  );
  const here = aucOf(rows, own, confidence);
  const there = aucOf(rows, others, confidence);
  if (here === null || there === null) return false;
  const margin = Math.hypot(here.upper - here.estimate, there.estimate - there.lower);
  return here.estimate + margin < there.estimate;
}

const customersOf = ({ clusters }: ScoredRows, own: readonly number[]) =>
  new Set(own.map((row) => clusters[row]!)).size;
