import { labelled } from "../enumeration.ts";

export const SubscriptionStatus = { Inactive: 0, Active: 1, Cancelled: 2, PastDue: 3, Paused: 4 } as const;
export type SubscriptionStatusValue = (typeof SubscriptionStatus)[keyof typeof SubscriptionStatus];

const subscriptionStatusLabels: Record<SubscriptionStatusValue, string> = {
  0: "Inactive",
  1: "Active",
  2: "Cancelled",
  3: "Past Due",
  4: "Paused",
};

export const PaymentStatus = { Current: 0, Failed: 1, Overdue: 2, Pending: 3 } as const;
export type PaymentStatusValue = (typeof PaymentStatus)[keyof typeof PaymentStatus];

const paymentStatusLabels: Record<PaymentStatusValue, string> = {
  0: "Current",
  1: "Failed",
  2: "Overdue",
  3: "Pending",
};

/** Display names; values outside the list display 'Unknown'. */
export const subscriptionStatusLabel = labelled(subscriptionStatusLabels);
export const paymentStatusLabel = labelled(paymentStatusLabels);
