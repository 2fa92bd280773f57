import type { OpenScorer } from "@forestay/churn-model";
import type { CustomerSelection } from "@forestay/contracts";
import type { LeavingRule } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import type { ScoredSample } from "#modules/models/index.ts";
import type { RecommendedStep } from "#modules/next-steps/engine-door.ts";
import { createModelScorer, type ScoringModel } from "./scorers/model-scorer.ts";
import type { RiskBands } from "#modules/scoring-settings/index.ts";
import { createRulesScorer } from "./scorers/rules-scorer.ts";
import { earlierFactorLines, factorLines, resultLines, type ResultCall } from "./results/result-lines.ts";
import { scoreCustomers, type ScoringOutcome } from "./score-customers.ts";
import { createInputReader } from "./scoring-inputs.ts";

/** Where scores come from: a model, which the engine has loaded, or the rules. */
export type ScoreSource = ({ source: "model" } & ScoringModel) | { source: "rules"; baseRate: number };

/** A selection to score, as plain data. */
export interface ScoringTask {
  companyId: string;
  selection: CustomerSelection;
  /** Customers in the selection, for the progress and to decide who is explained. */
  expected: number;
  /** What counts as having left: those who have are not scored. */
  rule: LeavingRule;
  /** Which records customers are scored from. */
  rowSource: "customers" | "snapshots";
  by: ScoreSource;
  bands: RiskBands;
  /** The company's own, for adding up. */
  currency: string;
  withFactors: boolean;
  /** False: factors are only worked out for the next steps, and not stored. */
  keepFactors: boolean;
  withRecommendations: boolean;
  /** The company's next steps, to recommend from. */
  nextSteps: readonly RecommendedStep[];
  /** Customers whose factors are worked out at most; null = as many as the kind of model allows. */
  explainedAtScoring: number | null;
}

export interface ScoringResult extends ScoringOutcome {
  /** Notices gathered while scoring, in words. */
  warnings: string[];
  /** A sample of what was scored, in the model's columns, to measure drift on; null for rules. */
  sample: ScoredSample | null;
}

/** Reads and scores a selection, in the engine's process; the results leave it by `take`. */
export async function scoreSelection(
  db: Database,
  task: ScoringTask,
  {
    scorer: model,
    take,
    onProgress,
  }: {
    /** The loaded model; null where there is none. */
    scorer: OpenScorer | null;
    take: (call: ResultCall) => Promise<string[]>;
    onProgress: (fraction: number) => void;
  },
): Promise<ScoringResult> {
  const { companyId, rule, by, currency } = task;
  const scorer =
    by.source === "rules" ? createRulesScorer(by.baseRate, rule.now) : modelScorer(model, by, currency);
  const readInputs = await createInputReader(db, companyId, {
    rowSource: task.rowSource,
    plan: by.source === "model" ? by.plan : null,
    rowRequired: by.source === "model",
    rule,
  });
  const outcome = await scoreCustomers(
    db,
    companyId,
    {
      add: async (results, unscored, throughId) => {
        const lines = resultLines(results, unscored);
        await take({ kind: "add", lines, rows: results.length + unscored.length, throughId });
      },
      explain: async (results) => void (await take({ kind: "explain", lines: factorLines(results) })),
      riskiest: (limit) => take({ kind: "riskiest", limit }),
      moved: (limit) => take({ kind: "moved", source: by.source, limit }),
      before: async (results) => void (await take({ kind: "before", lines: earlierFactorLines(results) })),
    },
    {
      ...task,
      scorer,
      readInputs,
      // As of an earlier day: by the same model, or the same rules, on what had been recorded by then.
      asOf: async (earlier) => ({
        scorer: by.source === "rules" ? createRulesScorer(by.baseRate, earlier.now) : scorer,
        readInputs: await createInputReader(db, companyId, {
          rowSource: task.rowSource,
          plan: by.source === "model" ? by.plan : null,
          rowRequired: by.source === "model",
          rule: earlier,
        }),
      }),
      onProgress,
    },
  );
  return {
    ...outcome,
    warnings: scorer.warnings(),
    sample: scorer.sample(),
  };
}

function modelScorer(model: OpenScorer | null, by: ScoringModel, currency: string) {
  if (model === null) throw new Error("No model is loaded");
  return createModelScorer(model, by, currency);
}
