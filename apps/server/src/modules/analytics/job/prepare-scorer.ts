import { createHash } from "node:crypto";
import { deriveSeed } from "@forestay/churn-model";
import { isSameChurnRule, type Driver, type ModelQuality } from "@forestay/contracts";
import { readCompanyContext, readLeavingRule, type LeavingRule } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { toDrivers } from "../quality/to-drivers.ts";
import { toModelQuality } from "../quality/to-model-quality.ts";
import { riskBandsFor, type RiskBands } from "../scoring/risk-bands.ts";
import { rulesBaseRate } from "../scoring/rules-scorer.ts";
import { readScoringSettings } from "../scoring/scoring-settings.ts";
import type { Engine } from "../training/engine.ts";
import {
  chooseTrainingSource,
  countOutcomes,
  FEWEST_OUTCOMES,
  type OutcomeCounts,
} from "../training/outcome-counts.ts";
import { anotherMeaning } from "../life/another-meaning.ts";
import { knownInWords, neededInWords } from "../training/outcomes-in-words.ts";
import { challengeChampion } from "../life/challenge-champion.ts";
import { findChampion, findModel, type NewModel } from "./models-repository.ts";
import type { ProgressReporter } from "./progress.ts";
import type { ScoreSource } from "./score-selection.ts";

/** Everything needed to score, and what the analysis says about where the scores come from. */
export interface Preparation {
  by: ScoreSource;
  /** Which records customers are scored from. */
  rowSource: "customers" | "snapshots";
  bands: RiskBands;
  horizonDays: number;
  /** What the scores call having left. */
  rule: LeavingRule;
  sourceReason: string | null;
  quality: ModelQuality | null;
  drivers: Driver[];
  warnings: string[];
  /** A model trained just now, to be stored with the results; its version is given then. */
  newModel: NewModel | null;
}

export interface PrepareOptions {
  companyId: string;
  analysisId: string;
  requestedModelVersion: string | null;
  now: Date;
  signal: AbortSignal;
  progress: ProgressReporter;
}

/** The requested model is gone or unusable: a person must choose again. */
export class UnusableModel extends Error {
  override name = "UnusableModel";
}

/** Loads the chosen model, or trains one on what the company knows now, or falls back to the rules. */
export async function prepareScorer(
  db: Database,
  engine: Engine,
  options: PrepareOptions,
): Promise<Preparation> {
  const { companyId, now, progress } = options;
  await progress.report("reading", 0);
  const { settings, rule, counts, champion, currency } = await withTenant(
    db,
    companyId,
    async (tx) => {
      const settings = await readScoringSettings(tx, companyId);
      const rule = await readLeavingRule(tx, companyId, now);
      return {
        settings,
        rule,
        counts: await countOutcomes(tx, companyId, { rule, horizonDays: settings.horizonDays }),
        champion: await findChampion(tx, companyId),
        currency: (await readCompanyContext(tx, companyId)).currency,
      };
    },
    { statementTimeoutMs: 0 },
  );
  if (options.requestedModelVersion !== null) {
    return useStoredModel(db, engine, options, {
      version: options.requestedModelVersion,
      rule,
      bands: settings.riskBands,
    });
  }

  const trainingSource = chooseTrainingSource(counts);
  const rules = (reason: string): Preparation =>
    byRules(counts, reason, settings.riskBands, settings.horizonDays, rule);
  if (trainingSource === null) return rules(notEnoughInWords(counts));

  // The same company trains with the same seed: same data, same bytes.
  const seed = deriveSeed(1, companyId);
  const outcome = await engine.train(
    {
      companyId,
      rule,
      source: trainingSource,
      expectedRows:
        trainingSource === "history" ? counts.history.snapshots : counts.labels.left + counts.labels.stayed,
      horizonDays: settings.horizonDays,
      seed,
      currency,
      champion: champion && { plan: champion.plan, learnedUntilMs: champion.learnedUntilMs },
    },
    ({ stage, fraction }) => progress.note(stage, fraction),
  );
  if (outcome.kind === "refused") return rules(outcome.refusal.message);

  const { report, labels } = outcome;
  const dataFingerprint = fingerprintUnder(rule, report.dataFingerprint);
  const verdict = await challengeChampion(
    champion,
    {
      plan: outcome.plan,
      horizonDays: settings.horizonDays,
      churn: settings.churn,
      dataFingerprint,
      labels,
      times: outcome.times,
      heldOutProbabilities: outcome.heldOutProbabilities,
      later: outcome.later,
    },
    ({ documentText }) => engine.scoreLater(documentText),
  );
  const byChampion = async (version: string) =>
    useStoredModel(db, engine, options, { version, rule, bands: settings.riskBands });
  if (verdict.kind === "same" && champion) return byChampion(champion.version);
  const decision =
    verdict.kind === "decided"
      ? verdict.decision
      : { promoted: true, reason: "", champion: null, comparison: null };
  const bands =
    settings.bandsSource === "default"
      ? riskBandsFor(report.truePriorRate ?? report.baseRate)
      : settings.riskBands;
  const { measuredRows, description } = outcome;
  const quality = toModelQuality(
    report,
    {
      probabilities: Float64Array.from(measuredRows, (row) => outcome.heldOutProbabilities[row] ?? 0),
      labels: Uint8Array.from(measuredRows, (row) => labels[row] ?? 0),
    },
    bands,
    outcome.plan,
    description,
  );
  const drivers = toDrivers(outcome.plan, report.drivers, description.dependence, currency);
  const newModel: NewModel = {
    trainedAt: now,
    analysisId: options.analysisId,
    trainingSource: outcome.trainingSource,
    plan: outcome.plan,
    documentText: outcome.documentText,
    quality,
    drivers,
    horizonDays: settings.horizonDays,
    churn: settings.churn,
    card: {
      engineVersion: report.engineVersion,
      recipe: report.recipe,
      seed,
      dataFingerprint,
      dataWindow: outcome.dataWindow,
      members: report.members.map(({ name, weight }) => ({ name, weight })),
    },
    driftBaselines: { features: outcome.featureBaselines, firstScores: null },
    decision,
  };
  if (!decision.promoted && champion) {
    const kept = await byChampion(champion.version);
    return {
      ...kept,
      warnings: [...kept.warnings, `A new model was trained and not used. ${decision.reason}`],
      newModel,
    };
  }
  return {
    by: {
      source: "model",
      version: "",
      plan: outcome.plan,
      quality,
      baseProbability: outcome.baseProbability,
    },
    rowSource: outcome.plan.source,
    bands,
    horizonDays: settings.horizonDays,
    rule,
    sourceReason: null,
    quality,
    drivers,
    warnings: modelWarnings(quality, outcome.trainingSource),
    newModel,
  };
}

async function useStoredModel(
  db: Database,
  engine: Engine,
  { companyId }: PrepareOptions,
  { version, rule, bands }: { version: string; rule: LeavingRule; bands: RiskBands },
): Promise<Preparation> {
  const stored = await withTenant(db, companyId, (tx) => findModel(tx, companyId, version));
  if (!stored) throw new UnusableModel(`There is no model '${version}' any more. Choose another one.`);
  if (!isSameChurnRule(stored.churn, rule)) {
    throw new UnusableModel(
      `${anotherMeaning(version, stored.churn, rule)}. Let the analysis train a new model.`,
    );
  }
  const loaded = await engine.load(stored.documentText);
  if (loaded.kind === "unusable")
    throw new UnusableModel(`Model ${version} cannot be used: ${loaded.message}`);
  const { plan, quality, drivers, horizonDays } = stored;
  return {
    by: { source: "model", version, plan, quality, baseProbability: loaded.baseProbability },
    rowSource: plan.source,
    bands,
    horizonDays,
    rule,
    sourceReason: null,
    quality,
    drivers,
    warnings: modelWarnings(quality, stored.trainingSource),
    newModel: null,
  };
}

function byRules(
  counts: OutcomeCounts,
  reason: string,
  bands: RiskBands,
  horizonDays: number,
  rule: LeavingRule,
): Preparation {
  const baseRate = rulesBaseRate(counts.labels);
  const isAssumed = counts.labels.left === 0 || counts.labels.stayed === 0;
  return {
    by: { source: "rules", baseRate },
    rowSource: counts.history.snapshots > 0 ? "snapshots" : "customers",
    bands,
    horizonDays,
    rule,
    sourceReason: reason,
    quality: null,
    drivers: [],
    warnings: [
      "These scores come from rules, not from a trained model; nothing about them has been measured.",
      isAssumed
        ? `No outcomes of both kinds are known: the rules start from an assumed ${Math.round(100 * baseRate)}% of customers leaving.`
        : `The rules start from ${Number((100 * baseRate).toFixed(baseRate < 0.1 ? 1 : 0))}%: ${knownInWords(counts.labels)}; with so few the share is held towards an assumed 10%.`,
    ],
    newModel: null,
  };
}

/** The same records under another meaning of leaving are another training set, whatever the labels came to be. */
function fingerprintUnder(rule: LeavingRule, dataFingerprint: string): string {
  if (rule.definition === "cancelled") return dataFingerprint;
  return createHash("sha256")
    .update(`${rule.definition}:${rule.inactiveDays}:${dataFingerprint}`)
    .digest("hex")
    .slice(0, dataFingerprint.length);
}

function notEnoughInWords({ labels }: OutcomeCounts): string {
  return (
    `Rules, not trained: ${knownInWords(labels)}. ` +
    `A model needs at least ${FEWEST_OUTCOMES} of each: ${neededInWords(labels)}.`
  );
}

function modelWarnings(quality: ModelQuality, trainingSource: NewModel["trainingSource"]): string[] {
  return [
    ...quality.leakage.map(({ column, verdict, message }) =>
      verdict === "excluded"
        ? `${column} was left out: ${message}`
        : `${column} may give the answer away: ${message}`,
    ),
    ...(quality.verdict === "good" ? [] : [quality.summary]),
    ...(trainingSource === "label_column"
      ? [
          "Learned from customers of whom it is known whether they left, without dates: a score is the chance that such a customer is one who left. " +
            "The scored customers were part of what the model learned from; the quality above is measured on customers it had not seen.",
        ]
      : []),
  ];
}
