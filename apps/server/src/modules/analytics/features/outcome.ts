import { SubscriptionStatus } from "@forestay/contracts";
import type { CustomerRecord } from "#modules/customers/index.ts";

type OutcomeFields = Pick<CustomerRecord, "churned" | "endedAt" | "churnedAt" | "subscriptionStatus">;

const goneStatuses: readonly (number | null)[] = [SubscriptionStatus.Cancelled, SubscriptionStatus.Inactive];

/**
 * Whether a customer has left: by the company's own label, else by an end date that has passed or a Cancelled or
 * Inactive subscription. Null: nothing says either way, so it is no outcome to learn from (and counts as active).
 */
export function outcomeOf(customer: OutcomeFields, now: Date): boolean | null {
  if (customer.churned !== null) return customer.churned;
  if (customer.endedAt !== null && customer.endedAt <= now) return true;
  if (customer.subscriptionStatus === null) return null;
  return goneStatuses.includes(customer.subscriptionStatus);
}

/** When a customer left; null when it has not, or the day is not known. */
export function leftAt(customer: OutcomeFields): Date | null {
  return customer.endedAt ?? customer.churnedAt;
}
