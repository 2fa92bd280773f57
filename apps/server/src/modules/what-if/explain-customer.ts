import type { Explanation } from "@forestay/contracts";
import { formatDate } from "@forestay/contracts/words";
import { sql } from "kysely";
import {
  readCompanyContext,
  readLeavingRule,
  readSelection,
  type LeavingRule,
} from "#modules/customers/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { buildTable, featurePlanSchema, type FeaturePlan } from "#modules/features/index.ts";
import {
  createInputReader,
  createRulesScorer,
  toFactors,
  SAME_PROBABILITY,
  type ScoringInput,
} from "#modules/scoring/index.ts";
import { readRecommendedSteps, recommend } from "#modules/next-steps/index.ts";
import { scoreOf } from "#modules/scoring-settings/index.ts";
import { readDocument, unusable } from "#modules/models/index.ts";
import type { StandbyEngine } from "#modules/engine/index.ts";

type Context = Pick<ModuleContext, "db" | "clock">;
type RowSource = "customers" | "snapshots";
type Explained = Pick<Explanation, "probability" | "baseRate" | "factors">;

/** The score that is shown, and what gave it. */
interface ShownScore {
  probability: number;
  scoredAt: Date;
  baseRate: number;
  /** Null for rules. */
  version: string | null;
  plan: FeaturePlan | null;
}

/**
 * The factors and next steps of a customer's score, for one of the many whose were not kept: by the model that gave it,
 * on the records as they stood on that day. Where they have changed since, so that the score comes out as another one,
 * the reasons of today's are given and said to be that. Throws `not_found`, and `invalid_state` with the reason in words.
 */
export async function explainCustomer(
  context: Context,
  engine: StandbyEngine,
  companyId: string,
  customerId: string,
): Promise<Explanation> {
  const { db, clock } = context;
  const now = clock.now();
  const { shown, rule, currency, nextSteps } = await withTenant(db, companyId, async (tx) => ({
    shown: await readShownScore(tx, companyId, customerId),
    rule: await readLeavingRule(tx, companyId, now),
    currency: (await readCompanyContext(tx, companyId)).currency,
    nextSteps: await readRecommendedSteps(tx, companyId, now),
  }));
  const explainOn = (asOf: Date, rowSource: RowSource) =>
    explain(context, engine, {
      companyId,
      customerId,
      shown,
      rowSource,
      rule: { ...rule, now: asOf },
      currency,
    });
  // What rules read depends on the history there was on that day.
  const sources: RowSource[] = shown.plan ? [shown.plan.source] : ["snapshots", "customers"];
  let explained: Explained | null = null;
  for (const source of sources) explained ??= asShown(await explainOn(shown.scoredAt, source), shown);
  const isOfShownScore = explained !== null;
  explained ??= await explainOn(now, sources[0] ?? "customers");
  if (explained === null) {
    throw new AppError("invalid_state", {
      message: "Too little is recorded of this customer now to say what the score was made of.",
    });
  }
  const by = shown.version === null ? "the rules" : `model ${shown.version}`;
  const score = scoreOf(explained.probability);
  return {
    modelVersion: shown.version ?? "rules",
    ...explained,
    score,
    recommendations: recommend(explained.factors, nextSteps),
    isOfShownScore,
    words: isOfShownScore
      ? `Worked out just now by ${by}, for the score of ${formatDate(shown.scoredAt, "UTC", "long")}.`
      : `What is recorded has changed since the score of ${formatDate(shown.scoredAt, "UTC", "long")}. These are the reasons on today's records, which ${by} scores ${score}.`,
  };
}

const asShown = (explained: Explained | null, { probability }: ShownScore) =>
  explained !== null && Math.abs(explained.probability - probability) < SAME_PROBABILITY ? explained : null;

async function explain(
  { db }: Context,
  engine: StandbyEngine,
  {
    companyId,
    customerId,
    shown: { version, plan, baseRate },
    rowSource,
    rule,
    currency,
  }: {
    companyId: string;
    customerId: string;
    shown: ShownScore;
    rowSource: RowSource;
    rule: LeavingRule;
    currency: string;
  },
): Promise<Explained | null> {
  const input = await readInput(db, companyId, customerId, { rowSource, plan, rule });
  if (input === null) return null;
  if (version === null || plan === null) {
    const rules = createRulesScorer(baseRate, rule.now);
    const [scored] = await rules.score([input], { withFactors: true });
    return scored ? { probability: scored.probability, baseRate, factors: scored.factors } : null;
  }
  const { row } = input;
  if (row === null) return null;
  const answer = await engine.use(
    `${companyId}:${version}`,
    () => withTenant(db, companyId, (tx) => readDocument(tx, companyId, version)),
    (loaded) => loaded.explain(buildTable(plan, [row])),
  );
  if (answer === null) throw unusable(version);
  const { probability, baseProbability, contributions } = answer;
  return {
    probability,
    baseRate: baseProbability,
    factors: toFactors(plan, row, contributions, { baseRate: baseProbability, probability, currency }),
  };
}

/** What the customer is scored from; null where there is nothing. Rules read fields where there are no snapshots. */
async function readInput(
  db: ModuleContext["db"],
  companyId: string,
  customerId: string,
  { rowSource, plan, rule }: { rowSource: RowSource; plan: FeaturePlan | null; rule: LeavingRule },
): Promise<ScoringInput | null> {
  const reader = await createInputReader(db, companyId, { rowSource, plan, rowRequired: false, rule });
  for await (const batch of readSelection(db, companyId, { customerIds: [customerId] }, rule))
    return (await reader(batch))[0] ?? null;
  return null;
}

async function readShownScore(tx: Tx, companyId: string, customerId: string): Promise<ShownScore> {
  const { rows } = await sql<{
    probability: number | null;
    scoredAt: Date | null;
    baseRate: number | null;
    version: string | null;
    plan: unknown;
  }>`
    select c.churn_probability as probability, c.scored_at as "scoredAt", (a.summary ->> 'baseRate')::float8 as "baseRate",
      a.model_version as version, m.feature_plan as plan
    from customers c
    left join churn_analyses a on a.company_id = c.company_id and a.id = c.score_analysis_id
    left join churn_models m on m.company_id = c.company_id and m.version = a.model_version
    where c.company_id = ${companyId} and c.id = ${customerId}`.execute(tx);
  const row = rows[0];
  if (!row) throw new AppError("not_found", { message: "This customer does not exist." });
  if (row.probability === null || row.scoredAt === null || row.baseRate === null)
    throw new AppError("invalid_state", { message: "This customer has no score to explain." });
  if (row.version !== null && row.plan === null) throw unusable(row.version);
  return {
    probability: row.probability,
    scoredAt: row.scoredAt,
    baseRate: row.baseRate,
    version: row.version,
    plan: row.plan === null ? null : featurePlanSchema.parse(row.plan),
  };
}
