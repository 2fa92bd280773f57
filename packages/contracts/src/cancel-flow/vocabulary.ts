/** What a customer who wants to leave is offered instead. */
export const cancelOfferKinds = {
  pause: "Pause",
  discount: "Discount",
  plan: "Another plan",
  call: "A call",
} as const;
export type CancelOfferKind = keyof typeof cancelOfferKinds;

export const cancelOutcomes = {
  accepted: "Took the offer",
  canceled: "Canceled",
  kept: "Stayed as it is",
} as const;
export type CancelOutcome = keyof typeof cancelOutcomes;

/** An offer is judged by who is still there so many days after they took it. */
export const RETENTION_DAYS = 90;
/** Reasons are counted over so many days. */
export const CANCEL_REASON_DAYS = 365;
export const CANCEL_SESSIONS_PAGE_SIZE = 25;
export const MOST_CANCEL_REASONS = 12;

export type CancelOffer =
  | { kind: "pause"; months: number }
  | { kind: "discount"; percent: number; months: number }
  | { kind: "plan"; plan: string }
  | { kind: "call" };

/** An offer as whoever reads it is told: 'Pause for 2 months'. */
export function cancelOfferWords(offer: CancelOffer): string {
  const months = (count: number) => (count === 1 ? "1 month" : `${count} months`);
  switch (offer.kind) {
    case "pause":
      return `Pause for ${months(offer.months)}`;
    case "discount":
      return `${offer.percent}% off for ${months(offer.months)}`;
    case "plan":
      return `Change to ${offer.plan}`;
    case "call":
      return "Talk it over in a call";
  }
}

interface FlowReason {
  id: string;
  label: string;
  offer: CancelOffer | null;
}

/** Until somebody writes others. A pause is accepted less often than a discount, and keeps longer. */
export const defaultCancelReasons: readonly FlowReason[] = [
  { id: "price", label: "It is too expensive", offer: { kind: "discount", percent: 25, months: 3 } },
  { id: "use", label: "I do not use it enough", offer: { kind: "pause", months: 2 } },
  { id: "missing", label: "Something is missing", offer: { kind: "call" } },
  { id: "problems", label: "It does not work as it should", offer: { kind: "call" } },
  { id: "competitor", label: "I go to another product", offer: null },
  { id: "closing", label: "My business closes or changes", offer: { kind: "pause", months: 3 } },
  { id: "other", label: "Something else", offer: null },
];
