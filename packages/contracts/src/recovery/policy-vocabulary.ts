import type { DeclineClassName, DeclineReasonName } from "./vocabulary.ts";

/** What becomes of a customer's access when grace is over. */
export const graceEnds = {
  pause: "Pause the account",
  cancel: "End the subscription",
  keep: "Keep it as it is",
} as const;
export type GraceEnd = keyof typeof graceEnds;
/** The same as customers are told it: what a message says of `{{grace_end}}`. */
export const graceEndWords: Record<GraceEnd, string> = {
  pause: "your access is paused until the payment is made",
  cancel: "your subscription ends",
  keep: "nothing changes by itself, and the amount stays open",
};

/** Failures of so many days are gone through by a replay. */
export const REPLAY_DAYS = 90;
/** Failed payments that a replay names one by one. */
export const REPLAY_ROWS = 100;
/** Our own ceiling: never a ninth try of a card in 14 days. */
export const MOST_TRIES = 8;
export const TRIES_DAYS = 14;

/** What a message may say of the customer and the payment, each with what it is. */
export const messageTags = {
  name: "the customer's first name, or 'there'",
  amount: "what is open, with its currency",
  company: "your company's name",
  plan: "the plan that the bill is of, or 'subscription'",
  grace_date: "the day until which access stays",
  grace_end: "what follows on that day, by this policy: a half sentence like 'your subscription ends'",
} as const;
export type MessageTag = keyof typeof messageTags;

/** What a message before a card ends may say, each with what it is. Never an amount: what is charged then is not known yet. */
export const cardTags = {
  name: "the customer's first name, or 'there'",
  company: "your company's name",
  plan: "the customer's plan, or 'subscription'",
  card: "the card, as 'Visa ending in 4242'",
  card_end: "the last day on which it is good",
  charge_date: "the day of the next payment",
} as const;
export type CardTag = keyof typeof cardTags;

/** Days that a message before a card ends may leave before the payment. */
export const MOST_DAYS_BEFORE = 60;

/** A message that asks for another card before the one on file ends. */
export interface CardMessage {
  /** Of the payment that the card does not live to see. */
  daysBefore: number;
  subject: string;
  body: string;
}

/** A month and a week before the payment: a second one only to whom the first did not move. */
export const defaultCardMessages: readonly CardMessage[] = [
  {
    daysBefore: 30,
    subject: "Your card for {{company}} ends soon",
    body: "Hello {{name}},\n\nthe card that your {{plan}} is paid with ({{card}}) is good until {{card_end}}, and the next payment is on {{charge_date}}. If you have a new one already, you can put it in place here; it takes a minute.",
  },
  {
    daysBefore: 7,
    subject: "Another card for your {{plan}} before {{charge_date}}",
    body: "Hello {{name}},\n\nyour next payment to {{company}} is on {{charge_date}}, and {{card}} is good until {{card_end}}. With another card everything goes on as it is.",
  },
];

export interface PolicyMessage {
  afterDays: number;
  subject: string;
  body: string;
}

export interface PolicySequence {
  name: string;
  classes: DeclineClassName[];
  /** Empty: every reason of these classes. */
  reasons: DeclineReasonName[];
  /** Empty: every plan. */
  plans: string[];
  /** Of bills from this amount on, in major units; null: of every bill. */
  fromAmount: number | null;
  messages: PolicyMessage[];
}

const friendly: PolicyMessage = {
  afterDays: 2,
  subject: "Your payment to {{company}} did not go through",
  body: "Hello {{name}},\n\nthe payment of {{amount}} for your {{plan}} did not go through. Often this solves itself: we try again, and you do not have to do anything. If you would rather pay now or use another card, you can do so here.",
};

/** Of the policy that comes with the product, in days. */
export const DEFAULT_GRACE_DAYS = 30;

/** On the day on which grace is over, whichever that is. */
const ended: Omit<PolicyMessage, "afterDays"> = {
  subject: "{{amount}} was not paid by {{grace_date}}",
  body: "Hello {{name}},\n\nwe could not collect {{amount}} for your {{plan}}, and the time for it is over: {{grace_end}}. If you would like to go on, pay it here; it takes a minute.",
};

/** What is written before grace is over. What is told of a lost card is neutral: never the reason. */
const sequencesOfGrace: readonly PolicySequence[] = [
  {
    name: "Soft declines",
    classes: ["soft", "technical"],
    reasons: [],
    plans: [],
    fromAmount: null,
    messages: [
      friendly,
      {
        afterDays: 5,
        subject: "We will try your payment again",
        body: "Hello {{name}},\n\n{{amount}} for your {{plan}} is still open. We try the card on file again in the next days. With another card it is done at once.",
      },
      {
        afterDays: 10,
        subject: "Keep your {{plan}}",
        body: "Hello {{name}},\n\n{{amount}} is still open. Your access stays as it is until {{grace_date}}; after that {{grace_end}}.",
      },
      {
        afterDays: 20,
        subject: "Last notice: please settle {{amount}} by {{grace_date}}",
        body: "Hello {{name}},\n\nthe payment of {{amount}} is open for twenty days. Without it, from {{grace_date}} on, {{grace_end}}. One click is enough to settle it.",
      },
    ],
  },
  {
    name: "Customer must act",
    classes: ["act"],
    reasons: [],
    plans: [],
    fromAmount: null,
    messages: [
      {
        afterDays: 0,
        subject: "Your card needs a moment of your time",
        body: "Hello {{name}},\n\nthe payment of {{amount}} for your {{plan}} needs something of you: another card, or your approval. It takes a minute.",
      },
      {
        afterDays: 4,
        subject: "{{amount}} is still open",
        body: "Hello {{name}},\n\nwe cannot go on without another card or your approval. Your access stays as it is until {{grace_date}}.",
      },
      {
        afterDays: 12,
        subject: "Last notice: please settle {{amount}} by {{grace_date}}",
        body: "Hello {{name}},\n\nwithout a payment of {{amount}}, from {{grace_date}} on, {{grace_end}}.",
      },
    ],
  },
  {
    name: "Never again with this card",
    classes: ["never"],
    reasons: [],
    plans: [],
    fromAmount: null,
    messages: [
      {
        afterDays: 0,
        subject: "Please use another card",
        body: "Hello {{name}},\n\nthe payment of {{amount}} for your {{plan}} cannot be made with the card on file. Please give us another one.",
      },
      {
        afterDays: 7,
        subject: "{{amount}} is still open",
        body: "Hello {{name}},\n\nwe still need another card for your {{plan}}. Your access stays as it is until {{grace_date}}; after that {{grace_end}}.",
      },
    ],
  },
];

/**
 * Which messages leave when, until somebody writes others: those of the days of grace, and one on the day on which it is over
 * where `tellsEnd`. A case has its sequence of the product also where a policy has none that fits, by that policy's grace.
 */
export const defaultSequencesOf = (graceDays: number, tellsEnd: boolean): PolicySequence[] =>
  sequencesOfGrace.map(({ messages, ...sequence }) => ({
    ...sequence,
    messages: [
      ...messages.filter(({ afterDays }) => afterDays < graceDays),
      ...(tellsEnd ? [{ ...ended, afterDays: graceDays }] : []),
    ],
  }));
export const defaultSequences: readonly PolicySequence[] = defaultSequencesOf(DEFAULT_GRACE_DAYS, true);
