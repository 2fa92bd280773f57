import { formatDate } from "@forestay/contracts/words";
import { OTHER_FACTORS } from "./explain/factors.ts";
import { recommend } from "#modules/next-steps/engine-door.ts";
import { riskLevelOf, scoreOf } from "#modules/scoring-settings/index.ts";
import { createScoreTotals, yearlyValueCents, type ScoreTotals } from "./score-totals.ts";
import type { ScoredCustomer, ScoringInput } from "./scorers/scorer.ts";
import { completeFactors } from "./complete-factors.ts";
import type { ResultSink, ScoreOptions } from "./score-options.ts";
import type { ResultRow, UnscoredRow } from "./results/result-lines.ts";
import {
  leavingOf,
  readSelection,
  type CustomerRecord,
  type Left,
  type LeavingRule,
} from "#modules/customers/engine-door.ts";
import type { Database } from "#platform/db/database.ts";

/**
 * Factors are worked out for every customer up to this many, beyond it for the riskiest of them: exact attributions
 * cost about a thousand times a score, and nobody acts on the reasons of the millionth.
 */
const MOST_EXPLAINED = 20_000;
/** Of a model with trees: 4 ms for a customer where the regression takes 0.07. */
const MOST_EXPLAINED_BY_TREES = 3_000;
const mostExplained = ({ scorer, explainedAtScoring }: ScoreOptions) =>
  explainedAtScoring ?? (scorer.isCostlyToExplain ? MOST_EXPLAINED_BY_TREES : MOST_EXPLAINED);
/** Of those, one in so many may be explained beside them because its score moved: each of these twice, as of now and before. */
const MOVED_SHARE = 3;
const CUSTOMERS_PER_BATCH = 5000;
/** Batches read and not yet finished: enough to keep several threads busy, little enough to hold in memory. */
const BATCHES_AHEAD = 2;
/** Explaining takes longer: smaller batches keep the progress moving and a cancellation quick. */
const EXPLAINED_PER_BATCH = 500;

export interface ScoringOutcome {
  totals: ScoreTotals;
  notScored: { reason: string; count: number }[];
  /** Customers with factors: the riskiest, and others whose score moved; and those without, because there were too many. */
  explained: { riskiest: number; moved: number; others: number };
}

/** Scores a selection batch by batch into the store; never holds more than a batch of it. */
export async function scoreCustomers(
  db: Database,
  companyId: string,
  store: ResultSink,
  options: ScoreOptions,
): Promise<ScoringOutcome> {
  const { scorer, rule, expected } = options;
  const most = mostExplained(options);
  const explainAll = options.withFactors && expected <= most;
  const totals = createScoreTotals(options.currency);
  const notScored = new Map<string, number>();
  let seen = 0;

  const finish = async ({ batch, inputs, unscored, leave, scoring }: BatchAtWork) => {
    const scored = new Map((await scoring).map((result) => [result.customerId, result]));
    const results: ResultRow[] = [];
    for (const { customer, missing } of inputs) {
      const result = scored.get(customer.id);
      if (!result) {
        leave(customer.id, missing ?? "Too little is known of this customer");
        continue;
      }
      const row = toResult(result, customer, options);
      totals.add({
        ...row,
        currency: customer.currency,
        monthlyRevenueCents: customer.monthlyRevenueCents,
        lifetimeValueCents: customer.lifetimeValueCents,
      });
      results.push(row);
    }
    await write(() => store.add(results, unscored, batch.at(-1)?.id ?? ""));
    seen += batch.length;
    options.onProgress(expected === 0 ? 1 : seen / expected);
  };
  // While one batch is read, those before it are scored and the one before them is written.
  const atWork: BatchAtWork[] = [];
  const { write, settled } = oneAfterTheOther();
  for await (const batch of readSelection(db, companyId, options.selection, {
    now: rule.now,
    batchSize: explainAll ? EXPLAINED_PER_BATCH : CUSTOMERS_PER_BATCH,
  })) {
    const unscored: UnscoredRow[] = [];
    const leave = (customerId: string, reason: string, countedAs = reason) => {
      unscored.push({ customerId, reason });
      notScored.set(countedAs, (notScored.get(countedAs) ?? 0) + 1);
    };
    const staying: CustomerRecord[] = [];
    for (const customer of batch) {
      const left = leavingOf(customer, rule);
      if (left.hasLeft === true) leave(customer.id, leftInWords(left, rule), "Already left");
      else staying.push(customer);
    }
    const inputs = await options.readInputs(staying);
    const scoring = scorer.score(inputs, { withFactors: explainAll });
    // Heard when its turn comes; a failure until then is none that nobody handles.
    scoring.catch(() => {});
    atWork.push({ batch, inputs, unscored, leave, scoring });
    if (atWork.length > BATCHES_AHEAD) await finish(atWork.shift()!);
  }
  for (const last of atWork) await finish(last);
  await settled();

  const result = totals.result();
  const riskiest = new Set<string>();
  if (options.withFactors && !explainAll) {
    for (const id of await store.riskiest(most)) riskiest.add(id);
    await explain(db, companyId, store, options, [...riskiest]);
  }
  const moved = options.keepFactors
    ? await completeFactors(db, companyId, store, options, {
        most: Math.ceil(most / MOVED_SHARE),
        isExplained: (id) => explainAll || riskiest.has(id),
        explain: (ids) => explain(db, companyId, store, options, ids),
      })
    : 0;
  const explained = explainAll || !options.withFactors ? result.customers : riskiest.size + moved;
  return {
    totals: result,
    notScored: [...notScored].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count),
    explained: { riskiest: riskiest.size, moved, others: result.customers - explained },
  };
}

interface BatchAtWork {
  batch: readonly CustomerRecord[];
  inputs: readonly ScoringInput[];
  unscored: UnscoredRow[];
  leave(customerId: string, reason: string, countedAs?: string): void;
  scoring: Promise<ScoredCustomer[]>;
}

/** Starts a write when the one before it is done; a failed one is thrown by whatever is asked next. */
function oneAfterTheOther() {
  let last: Promise<void> = Promise.resolve();
  return {
    async write(start: () => Promise<void>): Promise<void> {
      await last;
      last = start();
      last.catch(() => {});
    },
    settled: () => last,
  };
}

/** Works out the factors and next steps of customers already scored. */
async function explain(
  db: Database,
  companyId: string,
  store: ResultSink,
  options: ScoreOptions,
  ids: readonly string[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += EXPLAINED_PER_BATCH) {
    const customerIds = ids.slice(from, from + EXPLAINED_PER_BATCH);
    for await (const batch of readSelection(db, companyId, { customerIds }, { now: options.rule.now })) {
      const byId = new Map(batch.map((customer) => [customer.id, customer]));
      const scored = await options.scorer.score(await options.readInputs(batch), { withFactors: true });
      await store.explain(
        scored.flatMap((result) => {
          const customer = byId.get(result.customerId);
          return customer ? toResult(result, customer, options) : [];
        }),
      );
    }
    options.onProgress(1);
  }
}

function toResult(
  { customerId, probability, times, probabilityRange, factors }: ScoredCustomer,
  customer: CustomerRecord,
  { bands, keepFactors, withRecommendations, nextSteps }: ScoreOptions,
): ResultRow {
  const score = scoreOf(probability);
  const value = yearlyValueCents(customer);
  // What is left over of many small factors is no reason that could be named.
  const top = factors.find((factor) => factor.points > 0 && factor.feature !== OTHER_FACTORS);
  return {
    customerId,
    probability,
    score,
    level: riskLevelOf(score, bands),
    times,
    probabilityRange,
    factors: keepFactors ? factors : [],
    recommendations: withRecommendations ? recommend(factors, nextSteps) : [],
    valueAtRiskCents: value === null ? null : Math.round(probability * value),
    topFactor: top ? `${top.label}: ${top.evidence}` : null,
  };
}

function leftInWords({ leftAt, bySilence }: Left, { inactiveDays }: LeavingRule): string {
  if (leftAt === null) return "Already left";
  const left = `Left on ${formatDate(leftAt, "UTC", "long")}`;
  return bySilence ? `${left}: no activity for ${inactiveDays} days` : left;
}
