import { labelled } from "../enumeration.ts";

/** Import jobs and churn analyses share these numbers. */
export const JobStatus = {
  Pending: 0,
  Validating: 1,
  Processing: 2,
  Completed: 3,
  Failed: 4,
  Cancelled: 5,
} as const;
export type JobStatusValue = (typeof JobStatus)[keyof typeof JobStatus];

const jobStatusLabels: Record<JobStatusValue, string> = {
  [JobStatus.Pending]: "Pending",
  [JobStatus.Validating]: "Validating",
  [JobStatus.Processing]: "Processing",
  [JobStatus.Completed]: "Completed",
  [JobStatus.Failed]: "Failed",
  [JobStatus.Cancelled]: "Cancelled",
};
export const terminalJobStatuses: readonly JobStatusValue[] = [
  JobStatus.Completed,
  JobStatus.Failed,
  JobStatus.Cancelled,
];

/** How often a running import or analysis is asked for. */
export const JOB_POLL_INTERVAL_MS = 5000;

/** True once a job can change no more; polling goes on until then, Pending included. */
export function isTerminalJobStatus(status: JobStatusValue): boolean {
  return terminalJobStatuses.includes(status);
}

export const jobStatusLabel = labelled(jobStatusLabels);
