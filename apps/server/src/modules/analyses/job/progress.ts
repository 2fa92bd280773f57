import { JobStatus, type Analysis } from "@forestay/contracts";
import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { moveAnalysis } from "../analyses-repository.ts";

/** Where the bar of each stage begins and ends: shares of the time an analysis of a few thousand customers takes. */
const stageShare: Partial<Record<Analysis["stage"], readonly [number, number]>> = {
  reading: [0, 0.1],
  screening: [0.1, 0.15],
  training: [0.15, 0.7],
  measuring: [0.15, 0.7],
  scoring: [0.7, 0.9],
  writing: [0.9, 1],
};
const LEAST_MS_BETWEEN = 500;

/** Thrown into the job when the analysis has been cancelled: stops it without counting as a failure. */
export class AnalysisCancelled extends Error {
  override name = "AnalysisCancelled";
}

export interface ProgressReporter {
  /** Says where the analysis stands (`fraction` of this stage). Throws AnalysisCancelled once it was cancelled. */
  report(stage: Analysis["stage"], fraction: number): Promise<void>;
  /** As report, from a callback: a failed or refused write is kept and thrown by the next report. */
  note(stage: Analysis["stage"], fraction: number): void;
  /** Waits for what was noted; throws what it met, AnalysisCancelled included. */
  settled(): Promise<void>;
}

/** Writes progress to the analysis's row, at most twice a second, and never backwards. */
export function createProgressReporter(
  db: Database,
  companyId: string,
  analysisId: string,
  { clock, onCancelled }: { clock: Clock; onCancelled: () => void },
): ProgressReporter {
  let highest = 0;
  let lastStage: string | null = null;
  let lastWriteMs = 0;
  let writing: Promise<void> = Promise.resolve();
  let failure: unknown = null;

  const write = async (stage: Analysis["stage"], fraction: number) => {
    const [from, to] = stageShare[stage] ?? [highest, highest];
    highest = Math.max(highest, from + (to - from) * Math.min(1, Math.max(0, fraction)));
    const nowMs = performance.now();
    if (stage === lastStage && nowMs - lastWriteMs < LEAST_MS_BETWEEN) return;
    lastStage = stage;
    lastWriteMs = nowMs;
    const status = stage === "reading" || stage === "screening" ? JobStatus.Validating : JobStatus.Processing;
    const running = await withTenant(db, companyId, (tx) =>
      moveAnalysis(tx, companyId, analysisId, { status, stage, progress: highest, startedAt: clock.now() }),
    );
    if (running) return;
    onCancelled();
    throw new AnalysisCancelled();
  };
  const settled = async () => {
    await writing;
    if (failure !== null) throw failure;
  };
  return {
    settled,
    async report(stage, fraction) {
      await settled();
      await write(stage, fraction);
    },
    note(stage, fraction) {
      writing = writing
        .then(() => (failure === null ? write(stage, fraction) : undefined))
        .catch((error: unknown) => {
          failure ??= error;
        });
    },
  };
}
