import type { ImportJobRow } from "./import-job.ts";
import type { BadRow } from "./parse-protocol.ts";

/** What writing a batch came to. */
export interface WrittenBatch {
  /** Rows that could not be written, those that could not be read among them. */
  bad: BadRow[];
  /** The job's counts with this batch. */
  counts: Partial<Record<keyof ImportJobRow, number>>;
}
