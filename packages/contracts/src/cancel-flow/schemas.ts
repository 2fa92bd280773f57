import { z } from "zod";
import { pageQuery } from "../list.ts";
import { daySchema, timestamp } from "../shapes.ts";
import {
  CANCEL_SESSIONS_PAGE_SIZE,
  cancelOutcomes,
  defaultCancelReasons,
  MOST_CANCEL_REASONS,
  type CancelOutcome,
} from "./vocabulary.ts";

const months = z.number().int().min(1).max(12);
const oneLine = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1, "Write something")
    .max(maxLength)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, "Write it on one line");

export const cancelOfferSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("pause"), months }),
  z.object({ kind: z.literal("discount"), percent: z.number().int().min(1).max(100), months }),
  z.object({ kind: z.literal("plan"), plan: oneLine(120) }),
  z.object({ kind: z.literal("call") }),
]);

const reasonSchema = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,60}$/),
  label: oneLine(120),
  offer: cancelOfferSchema.nullable(),
});

export const cancelFlowSchema = z.object({
  isOn: z.boolean(),
  reasons: z
    .array(reasonSchema)
    .min(1, "Keep at least one reason")
    .max(MOST_CANCEL_REASONS)
    .refine(
      (reasons) => new Set(reasons.map(({ id }) => id)).size === reasons.length,
      "Each reason has an id of its own",
    ),
  /** Whether the customer is asked for words of their own. */
  asksForWords: z.boolean(),
});
export type CancelFlow = z.infer<typeof cancelFlowSchema>;

export const defaultCancelFlow: CancelFlow = {
  isOn: false,
  reasons: defaultCancelReasons.map((reason) => ({ ...reason })),
  asksForWords: true,
};

export const cancelFlowSavedSchema = z.object({
  flow: cancelFlowSchema,
  savedBy: z.string().nullable(),
  savedAt: timestamp.nullable(),
});
export type CancelFlowSaved = z.infer<typeof cancelFlowSavedSchema>;

export const cancelSessionInput = z.object({
  externalId: z.string().min(1).max(200),
  /** Where the customer goes when it is decided, with `outcome` in the query; https only. */
  returnUrl: z
    .url({ protocol: /^https$/, error: "An address that begins with https://" })
    .max(2000)
    .nullable()
    .default(null),
});

export const cancelSessionMadeSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  token: z.string(),
  expiresAt: timestamp,
});

export const cancelOutcomeSchema = z.enum(Object.keys(cancelOutcomes) as [CancelOutcome, ...CancelOutcome[]]);

/** What whoever holds the link sees: nothing of the customer but what they said. */
export const cancelSeenSchema = z.object({
  state: z.enum(["open", "decided", "expired", "off"]),
  companyName: z.string(),
  reasons: z.array(z.object({ id: z.string(), label: z.string() })),
  asksForWords: z.boolean(),
  reasonId: z.string().nullable(),
  /** What is offered for that reason. */
  offer: cancelOfferSchema.nullable(),
  outcome: cancelOutcomeSchema.nullable(),
  /** Where to go on, once it is decided; null where the company named none. */
  returnUrl: z.string().nullable(),
});
export type CancelSeen = z.infer<typeof cancelSeenSchema>;

export const cancelReasonInput = z.object({
  reasonId: z.string().min(1).max(60),
  words: z.string().trim().max(2000).default(""),
});
export const cancelDecisionInput = z.object({ decision: z.enum(["accept", "cancel", "keep"]) });

export const cancelSessionSchema = z.object({
  id: z.uuid(),
  customer: z.object({ id: z.uuid(), name: z.string(), externalId: z.string().nullable() }),
  createdAt: timestamp,
  reasonId: z.string().nullable(),
  reason: z.string().nullable(),
  words: z.string(),
  offer: cancelOfferSchema.nullable(),
  outcome: cancelOutcomeSchema.nullable(),
  decidedAt: timestamp.nullable(),
  /** Somebody has done what was decided. */
  settledAt: timestamp.nullable(),
  settledBy: z.string().nullable(),
  endsOn: daySchema.nullable(),
});
export type CancelSession = z.infer<typeof cancelSessionSchema>;

export const cancelSessionsQuery = z.object({
  ...pageQuery(CANCEL_SESSIONS_PAGE_SIZE),
  /** `open`: decided, and not done by the company yet. */
  state: z.enum(["open", "all"]).default("open"),
});

/** `endsOn`: of a cancellation, the last day; it is written to the customer, and models learn from it. */
export const cancelSettleInput = z.object({ endsOn: daySchema.nullable().default(null) });

export const cancelResultsSchema = z.object({
  started: z.number().int(),
  decided: z.number().int(),
  canceled: z.number().int(),
  /** By what was offered, the most shown first. */
  offers: z.array(
    z.object({
      words: z.string(),
      shown: z.number().int(),
      accepted: z.number().int(),
      /** Of those who took it, whose 90 days are over; and who of these was still there when they were. */
      measured: z.number().int(),
      retained: z.number().int(),
      /** Of those whose 90 days are not over, who is there so far. */
      stillThere: z.number().int(),
    }),
  ),
  /** By what customers said, in their order of how often. */
  reasons: z.array(
    z.object({
      label: z.string(),
      said: z.number().int(),
      accepted: z.number().int(),
      canceled: z.number().int(),
    }),
  ),
  since: timestamp,
});
export type CancelResults = z.infer<typeof cancelResultsSchema>;
