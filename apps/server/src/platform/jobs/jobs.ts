import type { z } from "zod";
import type { Tx } from "#platform/db/transaction.ts";
import type { JobDefinition } from "./job.ts";

export interface EnqueueOptions {
  /** While a job with this key waits, a further one is not added and enqueue returns null. */
  singletonKey?: string;
  /** Not before this time. */
  runAt?: Date;
  /** With `onePerGroup`: usually the company's id. */
  groupKey?: string;
}

export interface Jobs {
  /** Adds a job in the caller's transaction: it exists exactly if the row that caused it does. Returns its id. */
  enqueue<S extends z.ZodType>(
    tx: Tx,
    job: JobDefinition<S>,
    payload: z.input<S>,
    options?: EnqueueOptions,
  ): Promise<string | null>;
  /** Starts handlers for these definitions (worker role), heartbeats and cron. */
  startWorkers(definitions: readonly JobDefinition[]): Promise<void>;
  /** Stops claiming, aborts running handlers' signals after `graceMs`, releases what did not finish. */
  stop(graceMs: number): Promise<void>;
}
