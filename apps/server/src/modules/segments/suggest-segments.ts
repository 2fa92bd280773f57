import { setImmediate as nextTurn } from "node:timers/promises";
import type { SegmentSuggestions, SuggestedSegment } from "@forestay/contracts";
import { criteriaSentence } from "@forestay/contracts/words";
import { meetsCriteria, suggestRules, type CandidateLine, type FactsContext } from "@forestay/criteria";
import { daysFrom, meanDifference, newcombeInterval, wilsonInterval } from "@forestay/metrics";
import { toMajorUnits, toMinorUnits } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { EVERY_ROW, withTenant } from "#platform/db/transaction.ts";
import { candidateLines, type Candidate } from "./candidate-lines.ts";
import { readLabelledFacts } from "./labelled-facts.ts";
import { readRuleContext, type RuleContext } from "./read-context.ts";
import { withLabels } from "./rule-words.ts";
import { readScoredFacts, type JudgedFacts } from "./scored-facts.ts";

/** Fewer customers than this say nothing that would hold for others. */
const FEWEST = 200;
/** Fewer on either side than this and shares are told without an interval. */
const FEWEST_OF_SIDE = 10;
/** How much more often than the others its customers must leave, or be expected to. */
const LEAST_TIMES = 1.3;
/** A rule whose customers are mostly those of one above it says the same in other words. */
const MOST_SHARED = 0.6;
const MOST_SHOWN = 6;
/** Candidate lines that are looked at before others get their turn. */
const LINES_PER_TURN = 4;

/**
 * Rules whose customers leave more often than the others, built on half of those of whom it is known whether they left and shown
 * only where the other half agrees: the whole 95% interval of the difference above zero, and at least 1.3 times as much. Where it
 * is known of too few, or no rule holds for them, the same by the chances of leaving that scored customers have.
 */
export async function suggestSegments(
  db: Database,
  companyId: string,
  now: Date,
): Promise<SegmentSuggestions> {
  const { context, labelled } = await withTenant(
    db,
    companyId,
    async (tx) => {
      const known = await readRuleContext(tx, companyId, now);
      return { context: known, labelled: await readLabelledFacts(tx, companyId, known, now) };
    },
    EVERY_ROW,
  );
  if (labelled !== null && labelled.customers.length >= FEWEST) {
    const { customers, asOf } = labelled;
    const found = await findRules(customers, context, now, shareDifference);
    if (found.items.length > 0)
      return {
        ...found,
        by: "outcomes",
        asOf: asOf?.day.toISOString() ?? null,
        withinDays: asOf?.horizonDays ?? null,
        missing: null,
      };
  }
  const byScores = { by: "scores", asOf: null, withinDays: null } as const;
  const nothing = (missing: string): SegmentSuggestions => ({
    ...byScores,
    items: [],
    builtOn: 0,
    checkedOn: 0,
    missing,
  });
  const scored = await withTenant(
    db,
    companyId,
    (tx) => readScoredFacts(tx, companyId, context.fields, now),
    EVERY_ROW,
  );
  if (scored.length === 0) return nothing("Needs scores: run a churn analysis.");
  if (scored.length < FEWEST)
    return nothing(`Needs ${FEWEST} customers with a score; there are ${scored.length}.`);
  const found = await findRules(scored, context, now, meanDifference);
  return {
    ...found,
    ...byScores,
    missing: found.items.length === 0 ? "No plain rule tells customers at risk from the others." : null,
  };
}

type Sample = ReturnType<typeof sampleOf>;
type Compare = (inside: Sample, outside: Sample) => SuggestedSegment["difference"] | null;

/** Shares of who left, with Newcombe's interval; null where either side has too few. */
const shareDifference: Compare = (inside, outside) => {
  if (inside.n < FEWEST_OF_SIDE || outside.n < FEWEST_OF_SIDE) return null;
  const counted = ({ n, sum }: Sample) => ({ events: sum, rows: n });
  const { difference, low, high } = newcombeInterval(counted(inside), counted(outside));
  return { value: difference, low, high };
};

async function findRules(
  judged: readonly JudgedFacts[],
  context: RuleContext,
  now: Date,
  compare: Compare,
): Promise<Pick<SegmentSuggestions, "items" | "builtOn" | "checkedOn">> {
  const half = Uint8Array.from(judged, (_, row) => row % 2);
  const factsContext: FactsContext = {
    now: now.getTime(),
    days: daysFrom(now.getTime(), context.timeZone),
    minorUnits: (amount) => toMinorUnits(amount, context.currency),
  };
  const units = { now: now.getTime(), majorUnits: (minor: number) => toMajorUnits(minor, context.currency) };
  const lines = await metLines(judged, candidateLines(judged, context.fields, units), factsContext);
  const targets = Float64Array.from(judged, ({ target }) => target);
  const shown: Uint8Array[] = [];
  const items = suggestRules(lines, targets, half, { mostRules: 10 }).flatMap(({ lines: criteria, met }) => {
    const inside = sampleOf(judged, (row) => half[row] === 0 && met[row] === 1);
    const outside = sampleOf(judged, (row) => half[row] === 0 && met[row] === 0);
    const difference = compare(inside, outside);
    if (difference === null || difference.low <= 0 || inside.mean < LEAST_TIMES * outside.mean) return [];
    if (shown.length === MOST_SHOWN || shown.some((other) => sharedShare(met, other) > MOST_SHARED))
      return [];
    shown.push(met);
    const labelled = withLabels(criteria, context.fields, context.format);
    const { low, high } = wilsonInterval(inside.sum, inside.n);
    return [
      {
        name: nameOf(criteriaSentence(criteria, context.fields, context.format)),
        criteria: labelled,
        sentence: criteriaSentence(criteria, context.fields, context.format),
        customerCount: met.reduce((sum, one) => sum + one, 0),
        inside: {
          n: inside.n,
          churnRate: inside.mean,
          interval: compare === shareDifference ? { low, high } : null,
        },
        outside: { n: outside.n, churnRate: outside.mean },
        difference,
      },
    ];
  });
  const builtOn = half.reduce((sum, one) => sum + one, 0);
  return { items, builtOn, checkedOn: judged.length - builtOn };
}

/** Which customers meet each line; others get their turn in between. */
async function metLines(
  judged: readonly JudgedFacts[],
  candidates: readonly Candidate[],
  context: FactsContext,
): Promise<CandidateLine[]> {
  const lines: CandidateLine[] = [];
  for (const [index, { criterion, base }] of candidates.entries()) {
    const met = Uint8Array.from(judged, ({ facts }) => (meetsCriteria([criterion], facts, context) ? 1 : 0));
    lines.push({ criterion, base, met });
    if (index % LINES_PER_TURN === LINES_PER_TURN - 1) await nextTurn();
  }
  return lines;
}

function sampleOf(judged: readonly JudgedFacts[], isIn: (row: number) => boolean) {
  let n = 0;
  let sum = 0;
  let squares = 0;
  for (const [row, { target }] of judged.entries()) {
    if (!isIn(row)) continue;
    n++;
    sum += target;
    squares += target ** 2;
  }
  const mean = n === 0 ? 0 : sum / n;
  return { n, sum, mean, variance: n < 2 ? 0 : Math.max(0, (squares - n * mean ** 2) / (n - 1)) };
}

/** Of the smaller of two sets of rows the share that is in both. */
function sharedShare(one: Uint8Array, other: Uint8Array): number {
  let both = 0;
  let inOne = 0;
  let inOther = 0;
  for (let row = 0; row < one.length; row++) {
    both += one[row]! & other[row]!;
    inOne += one[row]!;
    inOther += other[row]!;
  }
  return both / Math.max(1, Math.min(inOne, inOther));
}

/** The rule's words without their head, as a name. */
function nameOf(sentence: string): string {
  const words = sentence.replace(/^Customers with /, "").slice(0, 90);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
