import type { MrrMovementKind } from "@forestay/contracts/vocabulary";

/** A value as it is compared: null is not known. */
export type FactValue = string | number | boolean | null;

/** All that a rule can ask of a customer. Moments are milliseconds since 1970, money is minor units. */
export interface CustomerFacts {
  /**
   * The customer's own fields by their name on the wire; what is a moment (`tenureDays`, `lastActivityDate`, ...) as its
   * milliseconds, an enumeration as its number.
   */
  fields: Readonly<Record<string, FactValue>>;
  /** The company's own columns. */
  attributes: Readonly<Record<string, FactValue>>;
  hasLeft: boolean;
  events: readonly { type: string; at: number }[];
  attempts: readonly { at: number; succeeded: boolean }[];
  invoices: readonly { status: number; issuedAt: number; dueAt: number | null }[];
  subscriptions: readonly { status: number; renewsAt: number | null; endedAt: number | null }[];
  /**
   * What it paid from an instant on, in one currency, a month: of all it pays (plan `""`), and of single plans. Every change
   * is one, also those that are still to come.
   */
  movements: readonly {
    plan: string;
    currency: string;
    at: number;
    /** The company's day. */
    day: string;
    kind: MrrMovementKind;
    afterMinor: number;
    /** Of an end: who ended it; null where nobody said. */
    reason: "voluntary" | "involuntary" | null;
    words: string | null;
  }[];
  /** Every score it was given. */
  scores: readonly { at: number; score: number; level: number }[];
  segmentIds: readonly string[];
  tagIds: readonly string[];
  /** Of the company's people; null: nobody. */
  ownerUserId: string | null;
  hasOpenCase: boolean;
}

/** A customer of whom nothing but fields and own columns is known: nothing was sent, paid, scored or said. */
export const NO_PAST: Omit<CustomerFacts, "fields" | "attributes"> = {
  hasLeft: false,
  events: [],
  attempts: [],
  invoices: [],
  subscriptions: [],
  movements: [],
  scores: [],
  segmentIds: [],
  tagIds: [],
  ownerUserId: null,
  hasOpenCase: false,
};

export interface FactsContext {
  /** Milliseconds since 1970. */
  now: number;
  /** The company's days counted from today (0), as its clocks have them: `daysFrom` of @forestay/metrics. */
  days: {
    /** The first instant of a day. Milliseconds since 1970. */
    startOf(after: number): number;
    /** `2026-03-01`. */
    isoOf(after: number): string;
  };
  /** Whole minor units of an amount in major units of the company's currency. */
  minorUnits: (amount: number) => number;
}
