import { createHash } from "node:crypto";
import { deriveSeed } from "@forestay/churn-model";
import { isSameChurnRule, type Driver, type ModelQuality } from "@forestay/contracts";
import { readCompanyContext, readLeavingRule, type LeavingRule } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import {
  toDrivers,
  measured,
  toModelQuality,
  anotherMeaning,
  challengeChampion,
  findChampion,
  findModel,
  listKnownVersions,
  readColumnChoices,
  type NewModel,
  type ColumnChoices,
} from "#modules/models/index.ts";
import { riskBandsFor, readScoringSettings, type RiskBands } from "#modules/scoring-settings/index.ts";
import { rulesBaseRate, type ScoreSource } from "#modules/scoring/index.ts";
import type { Engine } from "#modules/engine/index.ts";
import {
  chooseTrainingSource,
  countOutcomes,
  FEWEST_OUTCOMES,
  knownInWords,
  neededInWords,
  type OutcomeCounts,
} from "#modules/outcomes/index.ts";
import type { ProgressReporter } from "./progress.ts";

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
  const { settings, rule, counts, champion, stored, currency, columns } = await withTenant(
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
        stored: await listKnownVersions(tx, companyId),
        columns: await readColumnChoices(tx, companyId),
        currency: (await readCompanyContext(tx, companyId)).currency,
      };
    },
    { statementTimeoutMs: 0 },
  );
  const scoredBy = (version: string) =>
    useStoredModel(db, engine, options, { version, rule, bands: settings.riskBands });
  /** Why the model in use cannot be read any more; null while nothing speaks against it. */
  let broken: string | null = null;
  if (options.requestedModelVersion !== null) {
    const version = options.requestedModelVersion;
    const asked = await scoredBy(version);
    if ("by" in asked) return asked;
    if (version !== champion?.version) throw new UnusableModel(`${asked.unusable} Choose another one.`);
    broken = asked.unusable;
  }

  const trainingSource = chooseTrainingSource(counts);
  const rules = (reason: string): Preparation =>
    byRules(counts, reason, settings.riskBands, settings.horizonDays, rule);
  if (trainingSource === null) return rules(joined(broken, notEnoughInWords(counts)));

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
      trueLeavingShare: settings.trueLeavingShare,
      columns,
      currency,
      champion: champion && {
        plan: champion.plan,
        learnedUntilMs: champion.learnedUntilMs,
        heldOut: champion.heldOut,
      },
    },
    ({ stage, fraction }) => progress.note(stage, fraction),
  );
  if (outcome.kind === "refused") return rules(joined(broken, outcome.refusal.message));

  const { report, labels } = outcome;
  const dataFingerprint = fingerprintUnder(
    { rule, trueLeavingShare: report.truePriorRate, columns },
    report.dataFingerprint,
  );
  const found = await challengeChampion(
    // A model that nobody can read any more is nobody's equal.
    broken === null ? champion : null,
    {
      plan: outcome.plan,
      horizonDays: settings.horizonDays,
      churn: settings.churn,
      dataFingerprint,
      trueLeavingShare: report.truePriorRate,
      leftOut: columns.leaveOut,
      verdict: report.verdict,
      logLoss: measured(report.metrics.logLoss),
      labels,
      times: outcome.times,
      customers: outcome.customers,
      heldOutProbabilities: outcome.heldOutProbabilities,
      measuredRows: outcome.measuredRows,
      unseen: outcome.unseen,
      heldOutByChampion: outcome.heldOutByChampion,
    },
    stored,
    ({ documentText }) => engine.scoreUnseen(documentText),
  );
  let kept: Preparation | null = null;
  if (champion !== null && broken === null && (found.kind === "known" || !found.decision.promoted)) {
    const byChampion = await scoredBy(champion.version);
    if ("by" in byChampion) kept = byChampion;
    else {
      broken = byChampion.unusable;
      // The engine holds one model at a time, and scores with the new one now.
      await engine.load(outcome.documentText);
    }
  }
  if (kept !== null && found.kind === "known") {
    return found.version === champion?.version
      ? kept
      : {
          ...kept,
          warnings: [
            ...kept.warnings,
            `Training gave ${found.version} again, because nothing new is known since. It is not in use: ${champion?.version ?? ""} scored.`,
          ],
        };
  }
  const decision =
    broken === null && found.kind === "decided"
      ? found.decision
      : {
          promoted: true,
          reason: `${broken ?? ""} The model trained in its place is used.`,
          champion: champion?.version ?? null,
          comparison: null,
        };
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
    heldOut: outcome.heldOut,
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
      trueLeavingShare: report.truePriorRate,
      leftOut: [...columns.leaveOut],
    },
    driftBaselines: { features: outcome.featureBaselines, firstScores: null },
    decision,
  };
  if (kept !== null) {
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
    warnings: [
      ...(broken === null ? [] : [decision.reason]),
      ...modelWarnings(quality, outcome.trainingSource),
    ],
    newModel,
  };
}

async function useStoredModel(
  db: Database,
  engine: Engine,
  { companyId }: PrepareOptions,
  { version, rule, bands }: { version: string; rule: LeavingRule; bands: RiskBands },
): Promise<Preparation | { unusable: string }> {
  const stored = await withTenant(db, companyId, (tx) => findModel(tx, companyId, version));
  if (!stored) throw new UnusableModel(`There is no model '${version}' any more. Choose another one.`);
  if (!isSameChurnRule(stored.churn, rule)) {
    throw new UnusableModel(
      `${anotherMeaning(version, stored.churn, rule)}. Let the analysis train a new model.`,
    );
  }
  const loaded = await engine.load(stored.documentText);
  if (loaded.kind === "unusable")
    return { unusable: `Model ${version} cannot be used any more: ${loaded.message}` };
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

const joined = (...sentences: (string | null)[]) =>
  sentences.filter((sentence) => sentence !== null).join(" ");

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

/** The same records under another meaning of leaving, or told otherwise, are another training, whatever the labels came to be. */
function fingerprintUnder(
  {
    rule,
    trueLeavingShare,
    columns: { keep, leaveOut },
  }: { rule: LeavingRule; trueLeavingShare: number | null; columns: ColumnChoices },
  dataFingerprint: string,
): string {
  const told = [
    ...(rule.definition === "cancelled" ? [] : [`${rule.definition}:${rule.inactiveDays}`]),
    ...(trueLeavingShare === null ? [] : [`share ${trueLeavingShare}`]),
    ...(keep.length === 0 ? [] : [`keep ${keep.join()}`]),
    ...(leaveOut.length === 0 ? [] : [`without ${leaveOut.join()}`]),
  ];
  if (told.length === 0) return dataFingerprint;
  return createHash("sha256")
    .update([...told, dataFingerprint].join(":"))
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
    ...(quality.duplicateRows > 0
      ? [
          `${quality.duplicateRows.toLocaleString("en-US")} of ${quality.rows.toLocaleString("en-US")} records are exact copies of others: they were kept together while measuring, so that the model is not asked what it has seen.`,
        ]
      : []),
    ...(trainingSource === "label_column"
      ? [
          "Learned from customers of whom it is known whether they left, without dates: a score is the chance of being among those who leave, as in your file, and says nothing of when. " +
            "The scored customers were part of what the model learned from; the quality above is measured on customers it had not seen.",
        ]
      : []),
  ];
}
