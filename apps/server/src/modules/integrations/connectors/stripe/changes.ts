import type Stripe from "stripe";
import type { Change } from "../../connector.ts";

/** What we follow; everything else of an account changes nothing here. */
export const followedTypes = [
  "customer.created",
  "customer.updated",
  "customer.deleted",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "invoice.finalized",
  "invoice.updated",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.voided",
  "invoice.marked_uncollectible",
  "charge.succeeded",
  "charge.failed",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
] as const;

const objects: Readonly<Record<string, string>> = {
  customer: "customers",
  subscription: "subscriptions",
  invoice: "invoices",
  charge: "charges",
  dispute: "charges",
};

/** What an event is a hint of; null where it is of nothing that we read. */
export function changeOf(event: Stripe.Event): Change | null {
  const {
    id: itsId,
    object,
    charge,
  } = event.data.object as { id?: unknown; object?: unknown; charge?: unknown };
  // A dispute is told of the payment that it takes back.
  const id = object === "dispute" ? (typeof charge === "string" ? charge : undefined) : itsId;
  const name = typeof object === "string" ? objects[object] : undefined;
  if (name === undefined || typeof id !== "string") return null;
  if (!(followedTypes as readonly string[]).includes(event.type)) return null;
  return { eventId: event.id, object: name, sourceId: id, occurredAt: new Date(event.created * 1000) };
}
