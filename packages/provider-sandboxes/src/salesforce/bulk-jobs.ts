/** A query job of Bulk API 2.0. */
export interface Job {
  query: string;
  withDeleted: boolean;
  /** How often it is still asked before it has come to its end. */
  waits: number;
  rows: object[] | null;
  at: number;
}

/** An organisation's query jobs, and how they go. */
export class BulkJobs {
  /** How often a job says that it is at work before it is complete. */
  waits = 1;
  /** Jobs end with this instead of being complete. */
  endsAs: "JobComplete" | "Failed" | "Aborted" = "JobComplete";
  /** The organization may not use it at all. */
  isOff = false;
  readonly jobs = new Map<string, Job>();
}
