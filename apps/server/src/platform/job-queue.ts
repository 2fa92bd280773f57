import type { z } from "zod";
import type { Tx } from "#platform/db/transaction.ts";

/** What the queue has to know of a job to take one in; what runs it is declared on top of this (job.ts). */
export interface QueuedJob<S extends z.ZodType = z.ZodType> {
  /** `imports.process`: module, dot, verb. */
  readonly name: string;
  readonly schema: S;
  /** Jobs enqueued with the same `groupKey` run one after the other, over all workers. */
  readonly onePerGroup?: boolean;
  /** A job whose `singletonKey` already waits is not added again; every enqueue then names a key. */
  readonly dedupeWaiting?: boolean;
}

export interface EnqueueOptions {
  /** With `dedupeWaiting`: while a job with this key waits, no second one is added and enqueue returns null. */
  singletonKey?: string;
  /** Not before this time. */
  runAt?: Date;
  /** With `onePerGroup`: usually the company's id. */
  groupKey?: string;
  /** Of the jobs of this name that wait, those with the highest go first, then the oldest; 0 if not given. */
  priority?: number;
}

/** The queue as modules see it: they add jobs, the composition runs them. */
export interface JobQueue {
  /** Adds a job in the caller's transaction: it exists exactly if the row that caused it does. Returns its id. */
  enqueue<S extends z.ZodType>(
    tx: Tx,
    job: QueuedJob<S>,
    payload: z.input<S>,
    options?: EnqueueOptions,
  ): Promise<string | null>;
}
