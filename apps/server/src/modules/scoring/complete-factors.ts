import { sql } from "kysely";
import { readSelection, type LeavingRule } from "#modules/customers/engine-door.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { ScoredCustomer } from "./scorers/scorer.ts";
import { SAME_PROBABILITY } from "./explain/score-change.ts";
import type { ResultSink, ScoreOptions } from "./score-options.ts";

const CUSTOMERS_PER_BATCH = 500;

interface EarlierScore {
  customerId: string;
  scoredAt: Date;
  probability: number;
}

/**
 * Explains customers whose score moved by five points or more and that are not among the riskiest, and works out again
 * what the scores before were made of where that was not kept. Returns how many customers got factors by it.
 */
export async function completeFactors(
  db: Database,
  companyId: string,
  store: ResultSink,
  options: ScoreOptions,
  {
    most,
    isExplained,
    explain,
  }: {
    most: number;
    isExplained: (customerId: string) => boolean;
    explain: (customerIds: readonly string[]) => Promise<void>;
  },
): Promise<number> {
  const moved = await store.moved(most);
  const unexplained = moved.filter((id) => !isExplained(id));
  await explain(unexplained);
  // A model trained just now has scored nobody before.
  if (options.scorer.source === "model" && options.scorer.modelVersion === null) return unexplained.length;
  for (let from = 0; from < moved.length; from += CUSTOMERS_PER_BATCH) {
    const ids = moved.slice(from, from + CUSTOMERS_PER_BATCH);
    const earlier = await readUnexplained(db, companyId, ids, options.scorer.modelVersion);
    const byTime = Map.groupBy(earlier, ({ scoredAt }) => scoredAt.getTime());
    for (const [timeMs, scores] of byTime)
      await store.before(
        await explainAgain(db, companyId, options, { ...options.rule, now: new Date(timeMs) }, scores),
      );
  }
  return unexplained.length;
}

/** Of these customers the scores about to be replaced that are of the same model, or of rules too, and without factors. */
async function readUnexplained(
  db: Database,
  companyId: string,
  ids: readonly string[],
  modelVersion: string | null,
): Promise<EarlierScore[]> {
  const { rows } = await withTenant(db, companyId, (tx) =>
    sql<EarlierScore>`
      select c.id as "customerId", c.scored_at as "scoredAt", c.churn_probability as probability
      from customers c
      join churn_analyses a on a.company_id = ${companyId} and a.id = c.score_analysis_id
      join churn_analysis_results r
        on r.company_id = ${companyId} and r.analysis_id = c.score_analysis_id and r.customer_id = c.id
      where c.company_id = ${companyId} and c.id = any(${ids}::uuid[]) and r.factors = '[]'
        and a.model_version is not distinct from ${modelVersion}`.execute(tx),
  );
  return rows;
}

/** Only those that come out as they were: the records of the others have changed since, and nobody knows how they were. */
async function explainAgain(
  db: Database,
  companyId: string,
  options: ScoreOptions,
  rule: LeavingRule,
  scores: readonly EarlierScore[],
): Promise<ScoredCustomer[]> {
  const { scorer, readInputs } = await options.asOf(rule);
  const was = new Map(scores.map((score) => [score.customerId, score.probability]));
  const again: ScoredCustomer[] = [];
  for await (const batch of readSelection(db, companyId, { customerIds: [...was.keys()] }, rule)) {
    const scored = await scorer.score(await readInputs(batch), { withFactors: true });
    again.push(
      ...scored.filter(
        ({ customerId, probability }) =>
          Math.abs(probability - (was.get(customerId) ?? Number.NaN)) < SAME_PROBABILITY,
      ),
    );
  }
  return again;
}
