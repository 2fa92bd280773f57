import { createHash } from "node:crypto";
import { deriveSeed } from "@forestay/churn-model";
import type { LeavingRule } from "#modules/customers/index.ts";
import type { Engine } from "#modules/engine/index.ts";
import {
  measured,
  toDrivers,
  toModelQuality,
  type Challenger,
  type ColumnChoices,
  type NewModel,
} from "#modules/models/index.ts";
import type { TrainingSource } from "#modules/outcomes/index.ts";
import { riskBandsFor, type RiskBands } from "#modules/scoring-settings/index.ts";
import type { ProgressReporter } from "./progress.ts";
import type { Known } from "./read-known.ts";

/** A model trained just now, which the engine holds, before it is decided what becomes of it. */
export interface TrainedChallenger {
  kind: "trained";
  challenger: Challenger;
  /** As it will be stored, but for the decision. */
  model: Omit<NewModel, "decision">;
  baseProbability: number;
  bands: RiskBands;
}

/** Trains on what is known; `refused` with the reason in a sentence. The same data, seed and version give the same bytes. */
export async function trainChallenger(
  engine: Engine,
  known: Known,
  {
    analysisId,
    source,
    progress,
  }: { analysisId: string; source: TrainingSource; progress: ProgressReporter },
): Promise<TrainedChallenger | { kind: "refused"; reason: string }> {
  const { companyId, counts, settings, rule, champion, columns, currency } = known;
  const expectedRows = {
    history: counts.history.snapshots,
    dates: counts.dates.left + counts.dates.stayed,
    labels: counts.labels.left + counts.labels.stayed,
  };
  // The same company trains with the same seed: same data, same bytes.
  const seed = deriveSeed(1, companyId);
  const outcome = await engine.train(
    {
      companyId,
      rule,
      source,
      expectedRows: expectedRows[source],
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
  if (outcome.kind === "refused") return { kind: "refused", reason: outcome.refusal.message };
  const { report, labels, plan, heldOutProbabilities, measuredRows, description } = outcome;
  const told = { horizonDays: settings.horizonDays, churn: settings.churn };
  const dataFingerprint = fingerprintUnder(
    { rule, trueLeavingShare: report.truePriorRate, columns },
    report.dataFingerprint,
  );
  const bands =
    settings.bandsSource === "default"
      ? riskBandsFor(report.truePriorRate ?? report.baseRate)
      : settings.riskBands;
  const heldOut = {
    probabilities: Float64Array.from(measuredRows, (row) => heldOutProbabilities[row] ?? 0),
    labels: Uint8Array.from(measuredRows, (row) => labels[row] ?? 0),
  };
  return {
    kind: "trained",
    challenger: {
      ...told,
      plan,
      dataFingerprint,
      trueLeavingShare: report.truePriorRate,
      leftOut: columns.leaveOut,
      verdict: report.verdict,
      logLoss: measured(report.metrics.logLoss),
      saysWhen: report.timing !== undefined,
      labels,
      times: outcome.times,
      customers: outcome.customers,
      heldOutProbabilities,
      measuredRows,
      unseen: outcome.unseen,
      heldOutByChampion: outcome.heldOutByChampion,
    },
    model: {
      ...told,
      trainedAt: known.now,
      analysisId,
      trainingSource: outcome.trainingSource,
      plan,
      documentText: outcome.documentText,
      heldOut: outcome.heldOut,
      quality: toModelQuality(report, heldOut, bands, plan, description),
      drivers: toDrivers(plan, report.drivers, description.dependence, currency),
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
    },
    baseProbability: outcome.baseProbability,
    bands,
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
