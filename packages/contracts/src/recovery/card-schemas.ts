import { z } from "zod";
import { listOf, pageQuery } from "../list.ts";
import { daySchema, timestamp } from "../shapes.ts";
import { concernedCustomerSchema } from "../work/schemas.ts";
import { cardMessageSchema } from "./policy-schemas.ts";
import { cardHolds, cardOutcomes, RECOVERY_PAGE_SIZE } from "./vocabulary.ts";

const keysOf = <K extends string>(words: Record<K, string>) => Object.keys(words) as [K, ...K[]];

export const endingCardSchema = z.object({
  id: z.uuid(),
  customer: concernedCustomerSchema.extend({ email: z.string().nullable() }),
  plan: z.string().nullable(),
  /** As the provider names the network: 'visa'. */
  brand: z.string(),
  last4: z.string(),
  /** The last day of its last month. */
  endsOn: daySchema,
  /** The payment that it does not live to see. */
  chargesAt: timestamp,
  /** Its network or wallet usually renews it. */
  renewsItself: z.boolean(),
  messages: z.number().int(),
  lastMessageAt: timestamp.nullable(),
  linkOpenedAt: timestamp.nullable(),
  /** When the customer is asked next; null: not any more, or `heldBy` says why not. */
  nextMessageAt: timestamp.nullable(),
  heldBy: z.enum(keysOf(cardHolds)).nullable(),
  outcome: z.enum(keysOf(cardOutcomes)).nullable(),
  closedAt: timestamp.nullable(),
});
export type EndingCard = z.infer<typeof endingCardSchema>;

export const endingCardsQuery = z.object({
  ...pageQuery(RECOVERY_PAGE_SIZE),
  /** `open`: the payment is still to come. */
  state: z.enum(["open", "closed"]).default("open"),
  outcome: z.enum(keysOf(cardOutcomes)).optional(),
});

const askedSchema = z.object({ customers: z.number().int(), failed: z.number().int() });

export const endingCardsSchema = listOf(endingCardSchema).extend({
  summary: z.object({
    /** Cards whose payment is still to come. */
    open: z.number().int(),
    /** Of them: will be asked, were asked already, and are usually renewed without it. */
    toAsk: z.number().int(),
    asked: z.number().int(),
    renewed: z.number().int(),
    /** Of the last 365 days. */
    outcomes: z.array(z.object({ outcome: z.enum(keysOf(cardOutcomes)), cards: z.number().int() })),
  }),
  /** What asking changes: customers drawn to be asked against those drawn not to be, whether or not a message reached them. */
  effect: z.object({
    asked: askedSchema,
    notAsked: askedSchema,
    /** Share of payments that did not fail, asked less not asked, on any day; null while one group is empty. */
    difference: z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
    words: z.string(),
  }),
  sends: z.boolean(),
  /** When the providers' cards were read last; null: not yet. */
  readAt: timestamp.nullable(),
  /** Why they could not be read; null where they could. */
  problem: z.string().nullable(),
  /** Whether a system is connected whose cards can be read. */
  hasSource: z.boolean(),
});
export type EndingCards = z.infer<typeof endingCardsSchema>;

export const cardPreviewInput = z.object({ message: cardMessageSchema.pick({ subject: true, body: true }) });
