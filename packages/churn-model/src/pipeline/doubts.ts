import type { Preprocessor } from "../preprocess/preprocessor.ts";
import type { Driver, LeakFinding, TrainingReport } from "../report.ts";

/**
 * More than this, and the data most likely knows the answer. Honest churn data reach .68 (cell2cell) to .87 (bank), a
 * simulated telephone company .92; of files with a leak left in them, those called good had .94 to .9997.
 */
export const HONEST_AUC = 0.93;
/** A model rests on columns that carry this share of what moves its scores. */
const MOST_OF_THE_DRIVERS = 0.5;
/** No more columns than a person answers for at once. */
const MOST_ASKED = 5;

/** What has to be asked before a model can be called good. */
export interface Doubts {
  /** Columns to ask about that no screen has named. */
  readonly findings: LeakFinding[];
  /** In sentences, with the columns named; empty where nothing is to be asked. */
  readonly reasons: string[];
}

export interface DoubtedModel {
  readonly auc: number;
  readonly drivers: readonly Pick<Driver, "feature" | "label" | "share">[];
  readonly leaks: readonly LeakFinding[];
  /** Columns that a person says are known before a customer leaves. */
  readonly known: readonly string[];
  /** Sums the model adds up itself, by name, with the columns in them. */
  readonly sums: ReadonlyMap<string, readonly string[]>;
  readonly labelOf: (column: string) => string;
}

/**
 * The too-good-to-be-true alarm. A model is doubted when it ranks better than churn data honestly do, or when columns
 * that the leak screen warned of carry most of its drivers. It is answered by a person who says of the columns named
 * that they are known before a customer leaves (or leaves them out).
 */
export function doubtsAbout(model: DoubtedModel): Doubts {
  const shares = shareByColumn(model);
  const known = new Set(model.known);
  const warned = model.leaks.filter(({ action, name }) => action === "warned" && !known.has(name));
  const carried = warned.reduce((sum, { name }) => sum + (shares.get(name) ?? 0), 0);
  const reasons: string[] = [];
  if (carried >= MOST_OF_THE_DRIVERS) {
    const names = inWords(warned.map(({ label }) => label));
    reasons.push(
      `${percent(carried)} of what moves its scores comes from ${names}, which may be written when a customer leaves: say whether that was known before.`,
    );
  }
  const asked = columnsCarrying(shares).filter(({ name }) => !known.has(name));
  if (model.auc <= HONEST_AUC || asked.length === 0) return { findings: [], reasons };
  const labels = inWords(asked.map(({ name }) => model.labelOf(name)));
  reasons.push(
    `Its AUC of ${model.auc.toFixed(3)} is more than churn data honestly reach (about ${HONEST_AUC}): it may know the answer beforehand. Most of it comes from ${labels}: say whether that was known before a customer left.`,
  );
  const named = new Set(model.leaks.map(({ name }) => name));
  const findings = asked
    .filter(({ name }) => !named.has(name))
    .map(({ name, share }): LeakFinding => {
      const label = model.labelOf(name);
      return {
        name,
        label,
        action: "warned",
        sign: "drivers",
        confirmed: false,
        screenAuc: null,
        detail: `${label} carries ${percent(share)} of a model that is too good to be true (AUC ${model.auc.toFixed(3)}; churn data honestly reach about ${HONEST_AUC}). Used for now; drop it if it is filled in when a customer leaves.`,
      };
    });
  return { findings, reasons };
}

type Judged = Pick<TrainingReport, "verdict" | "verdictReasons">;

/** A verdict with its doubts: what would be good is unconfirmed, any other that found a signal says them too. */
export function doubted({ verdict, verdictReasons }: Judged, { reasons }: Doubts): Judged {
  if (reasons.length === 0 || verdict === "not_reliable") return { verdict, verdictReasons };
  return verdict === "good"
    ? { verdict: "unconfirmed", verdictReasons: [...reasons, ...verdictReasons] }
    : { verdict, verdictReasons: [...verdictReasons, ...reasons] };
}

/** Columns in each sum that a preprocessor makes. */
export const sumsOf = ({ features }: Preprocessor): Map<string, readonly string[]> =>
  new Map(features.flatMap((one) => (one.kind === "sum" ? [[one.name, one.parts] as const] : [])));

/** A sum is shared out among its columns: a person knows those. */
function shareByColumn({ drivers, sums }: DoubtedModel): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { feature, share } of drivers) {
    const columns = sums.get(feature) ?? [feature];
    for (const name of columns) shares.set(name, (shares.get(name) ?? 0) + share / columns.length);
  }
  return shares;
}

/** The strongest columns that together carry most of the drivers, five at the most. */
function columnsCarrying(shares: ReadonlyMap<string, number>): { name: string; share: number }[] {
  const strongest = [...shares]
    .map(([name, share]) => ({ name, share }))
    .sort((a, b) => b.share - a.share || (a.name < b.name ? -1 : 1));
  const carrying: typeof strongest = [];
  let sum = 0;
  for (const one of strongest) {
    if (sum >= MOST_OF_THE_DRIVERS || carrying.length === MOST_ASKED) break;
    carrying.push(one);
    sum += one.share;
  }
  return carrying;
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;

const inWords = (labels: readonly string[]): string =>
  labels.length < 2 ? labels.join("") : `${labels.slice(0, -1).join(", ")} and ${labels.at(-1)}`;
