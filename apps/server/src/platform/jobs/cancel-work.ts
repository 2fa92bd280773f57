import { isTerminalJobStatus, JobStatus, type JobStatusValue } from "@forestay/contracts";
import { AppError } from "../http/app-error.ts";

/** Long work that a company sees as a row with a JobStatus, in a transaction of that company: an import, an analysis. */
export interface CancellableWork<Row extends { status: number }> {
  /** What people call it: 'import'. */
  name: string;
  /** Reads its row and holds it until the transaction ends; throws `not_found`. */
  lock(): Promise<Row>;
  /** Writes the end. What the work has written so far stays; its job sees the end at its next step. */
  end(status: typeof JobStatus.Cancelled): Promise<void>;
  /** Writes who cancelled it into the audit log. */
  record(row: Row): Promise<void>;
}

/**
 * Cancels work that waits or runs. Twice, or by two at once, is the same as once, and is written down once. Throws
 * `not_found`, and `invalid_state` for what has completed or failed.
 */
export async function cancelWork<Row extends { status: number }>(work: CancellableWork<Row>): Promise<void> {
  const row = await work.lock();
  if (row.status === JobStatus.Cancelled) return;
  if (isTerminalJobStatus(row.status as JobStatusValue)) {
    throw new AppError("invalid_state", { message: `This ${work.name} has already ended.` });
  }
  await work.end(JobStatus.Cancelled);
  await work.record(row);
}
