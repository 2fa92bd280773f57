import type { Subscription } from "../objects.ts";
import type { StripeAccount } from "../stripe-account.ts";

/** Ends a subscription now: `canceled` where it ran, `incomplete_expired` where its first bill was never paid. */
export function endSubscription(
  account: StripeAccount,
  subscription: Subscription,
  reason: Subscription["cancellation_details"]["reason"],
): void {
  const now = account.now();
  const before = subscription.status;
  subscription.status = before === "incomplete" ? "incomplete_expired" : "canceled";
  subscription.canceled_at ??= now;
  subscription.ended_at = now;
  subscription.cancellation_details = { ...subscription.cancellation_details, reason };
  account.subscriptions.put(subscription);
  if (before === "incomplete")
    account.emit("customer.subscription.updated", subscription, { status: before });
  else account.emit("customer.subscription.deleted", subscription);
}
