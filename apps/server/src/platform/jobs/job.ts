import type { z } from "zod";
import type { Tx } from "#platform/db/transaction.ts";
import type { QueuedJob } from "#platform/job-queue.ts";
import type { ModuleContext } from "#platform/module.ts";

/** What a handler gets. `db` is the jobs' own pool (60 s statement timeout): heavy work never starves requests. */
export interface JobRun<P> extends ModuleContext {
  payload: P;
  /** The id that enqueue returned. */
  jobId: string;
  /** 1 on the first run. A run after a killed or stopped worker counts as a further attempt. */
  attempt: number;
  /** True where no further attempt follows a failure of this one. */
  isLastAttempt: boolean;
  /**
   * Marks the job done in the handler's own transaction, as its last statement: the work then takes effect exactly
   * once, also when the worker dies between the commit and the queue hearing of it. Throws, so that the transaction
   * rolls back, when another worker has taken the job over.
   */
  completeIn(tx: Tx): Promise<void>;
  /** Aborted when the worker stops or has lost the job; check it between batches and throw `signal.reason`. */
  signal: AbortSignal;
}

export interface ExhaustedRun<P> extends ModuleContext {
  payload: P;
  /** The id that enqueue returned. */
  jobId: string;
  /** The last failure in words, e.g. "job heartbeat timeout" for a killed worker. For logs, not for people. */
  reason: string;
}

export interface JobOptions<S extends z.ZodType> extends QueuedJob<S> {
  /**
   * Must be idempotent: after a crash it runs again from the start or from its own resume point. Must not hold the
   * event loop for seconds (the heartbeat lives there too): heavy sums belong into a process of their own.
   */
  handler(run: JobRun<z.output<S>>): Promise<void>;
  /** Further attempts after the first one failed or its worker died; default 5. */
  retryLimit?: number;
  /** Seconds before the second attempt, doubled each time; default 2. */
  retryDelaySeconds?: number;
  /** What that doubling ends at; default 5 minutes. */
  longestRetryDelaySeconds?: number;
  /** Jobs of this name that one worker process runs at once; default 1. */
  concurrency?: number;
  /** How often runs that are planned for a moment (`runAt`) are looked for, and so how late they begin at most; 3 unless stated. */
  pollSeconds?: 1;
  /** A run longer than this counts as failed; default 1 hour. */
  expireInSeconds?: number;
  /** How long a run that is over stays in the queue's table, for who looks into it; default a week. */
  keepFinishedSeconds?: number;
  /** The explicit last-failure step: no attempt is left, also when the worker was killed each time. Idempotent too. */
  onExhausted?(run: ExhaustedRun<z.output<S>>): Promise<void>;
  /** Five-field cron expression in UTC; the payload is then `{}`. */
  cron?: string;
}

export type JobDefinition<S extends z.ZodType = z.ZodType> = Readonly<JobOptions<S>>;

/** Declares a background job: payload schema, idempotent handler, limits, last-failure step. */
export function defineJob<S extends z.ZodType>(options: JobOptions<S>): JobDefinition<S> {
  return options;
}
