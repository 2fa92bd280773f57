import type { JobWithMetadata } from "pg-boss";
import type { Tx } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { JobDefinition } from "./job.ts";

export type ClaimedJob = JobWithMetadata<object>;

/** Runs one claimed job: payload checked, log lines marked with it, failures logged and handed back to the queue. */
export async function runClaimedJob(
  job: JobDefinition,
  claimed: ClaimedJob,
  context: ModuleContext,
  {
    stopping,
    completeIn,
  }: { stopping: AbortSignal; completeIn: (claimed: ClaimedJob, tx: Tx) => Promise<void> },
): Promise<void> {
  const attempt = claimed.retryCount + 1;
  const isLastAttempt = claimed.retryCount >= claimed.retryLimit;
  const log = context.log.child({ job: job.name, jobId: claimed.id, attempt });
  const startedAt = context.clock.now().getTime();
  try {
    await job.handler({
      ...context,
      log,
      payload: job.schema.parse(claimed.data ?? {}),
      jobId: claimed.id,
      attempt,
      isLastAttempt,
      completeIn: (tx) => completeIn(claimed, tx),
      signal: AbortSignal.any([claimed.signal, stopping]),
    });
    log.info({ durationMs: context.clock.now().getTime() - startedAt }, "job done");
  } catch (error) {
    if (stopping.aborted) log.info("job put back: the worker is stopping");
    else log[isLastAttempt ? "error" : "warn"]({ err: error }, "job attempt failed");
    throw error;
  }
}

/** Runs a job's last-failure step for a job that has no attempt left. */
export async function runExhaustedJob(
  job: JobDefinition,
  claimed: ClaimedJob,
  context: ModuleContext,
): Promise<void> {
  const jobId = claimed.sourceId ?? claimed.id;
  await job.onExhausted?.({
    ...context,
    log: context.log.child({ job: job.name, jobId }),
    payload: job.schema.parse(claimed.data ?? {}),
    jobId,
    reason: failureWords(claimed.sourceOutput ?? claimed.output),
  });
}

/** pg-boss keeps a failure as serialised error, `{ message }` or `{ value: { message } }`. */
function failureWords(output: unknown): string {
  if (typeof output !== "object" || output === null) return "unknown";
  const { message, value } = output as { message?: unknown; value?: unknown };
  return typeof message === "string" ? message : failureWords(value);
}
