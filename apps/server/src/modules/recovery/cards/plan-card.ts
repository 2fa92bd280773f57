import { DAY_MS, HOUR_MS, type CardHold } from "@forestay/contracts";

/** What is known of a card that ends before its next payment. */
export interface CardSituation {
  chargesMs: number;
  renewsItself: boolean;
  plan: string | null;
  arm: "sent" | "control" | null;
  /** About this card, by whichever subscription. `daysBefore` Infinity: about a payment that is over. */
  lastMessage: { daysBefore: number; atMs: number } | null;
  /** Of several subscriptions of the customer that this card pays, the one that is charged first. */
  isFirst: boolean;
  hasAddress: boolean;
  heldBy: CardHold | null;
  nowMs: number;
}

/** What the company decided, as far as cards go. */
export interface CardRules {
  sends: boolean;
  /** Of its messages, farthest from the payment first. */
  daysBefore: readonly number[];
  asksRenewedCards: boolean;
  excludedPlans: readonly string[];
}

export type CardPlan =
  | { atMs: number; daysBefore: number; heldBy: null }
  | { atMs: null; heldBy: CardHold | null };

/** Between two messages about one card, however late the first one was. */
const APART_MS = 5 * DAY_MS;
/** So shortly before the payment nobody is asked any more. */
const TOO_LATE_MS = 12 * HOUR_MS;

/**
 * When the customer of a card is asked next, and by which message. It follows from what is known alone. Of several that were
 * missed only the last leaves; one whose time has come leaves at once.
 */
export function planCard(known: CardSituation, rules: CardRules): CardPlan {
  const held = (heldBy: CardHold | null): CardPlan => ({ atMs: null, heldBy });
  if (known.renewsItself && !rules.asksRenewedCards) return held("renews_itself");
  if (known.plan !== null && rules.excludedPlans.includes(known.plan)) return held("excluded");
  if (!rules.sends) return held("not_sending");
  if (known.arm === "control") return held("asked_later");
  if (known.heldBy !== null) return held(known.heldBy);
  if (!known.hasAddress) return held("no_address");
  if (rules.daysBefore.length === 0) return held("no_messages");
  if (!known.isFirst) return held("with_other");
  const { lastMessage, chargesMs, nowMs } = known;
  const left = rules.daysBefore.filter((days) => lastMessage === null || days < lastMessage.daysBefore);
  const due = left.findLast((days) => chargesMs - days * DAY_MS <= nowMs);
  const next = due ?? left[0];
  if (next === undefined) return held(null);
  const atMs = Math.max(
    chargesMs - next * DAY_MS,
    lastMessage === null ? -Infinity : lastMessage.atMs + APART_MS,
  );
  return atMs > chargesMs - TOO_LATE_MS || nowMs > chargesMs - TOO_LATE_MS
    ? held(null)
    : { atMs, daysBefore: next, heldBy: null };
}
