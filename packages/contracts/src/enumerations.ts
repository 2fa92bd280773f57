import { z } from "zod";

/** Enumerations are numbers on the wire where the spec numbers them (section 3, decision 8). */
function numberedEnum<const V extends Record<string, number>>(values: V) {
  return z.literal(Object.values(values) as [V[keyof V], ...V[keyof V][]]);
}

export const SubscriptionStatus = { Inactive: 0, Active: 1, Cancelled: 2, PastDue: 3, Paused: 4 } as const;
export type SubscriptionStatusValue = (typeof SubscriptionStatus)[keyof typeof SubscriptionStatus];
export const subscriptionStatusSchema = numberedEnum(SubscriptionStatus);
const subscriptionStatusLabels: Record<SubscriptionStatusValue, string> = {
  0: "Inactive",
  1: "Active",
  2: "Cancelled",
  3: "Past Due",
  4: "Paused",
};

export const PaymentStatus = { Current: 0, Failed: 1, Overdue: 2, Pending: 3 } as const;
export type PaymentStatusValue = (typeof PaymentStatus)[keyof typeof PaymentStatus];
export const paymentStatusSchema = numberedEnum(PaymentStatus);
const paymentStatusLabels: Record<PaymentStatusValue, string> = {
  0: "Current",
  1: "Failed",
  2: "Overdue",
  3: "Pending",
};

export const RiskLevel = { Low: 0, Medium: 1, High: 2, Critical: 3 } as const;
export type RiskLevelValue = (typeof RiskLevel)[keyof typeof RiskLevel];
export const riskLevelSchema = numberedEnum(RiskLevel);
const riskLevelLabels: Record<RiskLevelValue, string> = { 0: "Low", 1: "Medium", 2: "High", 3: "Critical" };

/** Import jobs and churn analyses share these numbers (decision 8). */
export const JobStatus = {
  Pending: 0,
  Validating: 1,
  Processing: 2,
  Completed: 3,
  Failed: 4,
  Cancelled: 5,
} as const;
export type JobStatusValue = (typeof JobStatus)[keyof typeof JobStatus];
export const jobStatusSchema = numberedEnum(JobStatus);
const jobStatusLabels: Record<JobStatusValue, string> = {
  0: "Pending",
  1: "Validating",
  2: "Processing",
  3: "Completed",
  4: "Failed",
  5: "Cancelled",
};
export const terminalJobStatuses: readonly JobStatusValue[] = [3, 4, 5];

/** Spec section 9: import and analysis polling. */
export const JOB_POLL_INTERVAL_MS = 5000;

/** True once a job can change no more; polling goes on until then, Pending included (decision 10). */
export function isTerminalJobStatus(status: JobStatusValue): boolean {
  return terminalJobStatuses.includes(status);
}

const labelled = (labels: Record<number, string>) => (value: number) => labels[value] ?? "Unknown";
/** Display names; values outside the list display 'Unknown' (spec section 3). */
export const subscriptionStatusLabel = labelled(subscriptionStatusLabels);
export const paymentStatusLabel = labelled(paymentStatusLabels);
export const riskLevelLabel = labelled(riskLevelLabels);
export const jobStatusLabel = labelled(jobStatusLabels);

/** Criterion operators and how they are displayed (spec section 3). */
export const operatorLabels = {
  Equals: "equals",
  NotEquals: "not equals",
  GreaterThan: "greater than",
  LessThan: "less than",
  Contains: "contains",
  In: "in",
  NotIn: "not in",
} as const;
export type Operator = keyof typeof operatorLabels;
export const operatorSchema = z.enum(Object.keys(operatorLabels) as [Operator, ...Operator[]]);
