import { z } from "zod";
import { currencySchema, monthSchema } from "../dashboard/schemas.ts";
import { pageQuery } from "../list.ts";
import { PaymentStatus } from "../customers/statuses.ts";
import { numberedEnum } from "../numbered-enum.ts";
import { timestamp } from "../shapes.ts";
import { concernedCustomerSchema } from "../work/schemas.ts";
import {
  declineClasses,
  declineReasons,
  RECOVERY_PAGE_SIZE,
  recoveryCredits,
  recoveryHistoryKinds,
  recoveryHolds,
  recoveryMarks,
  recoveryNextSteps,
  recoveryParts,
  recoverySorts,
  recoveryStatuses,
} from "./vocabulary.ts";

const keysOf = <K extends string>(words: Record<K, string>) => Object.keys(words) as [K, ...K[]];
export const recoveryStatusSchema = z.enum(keysOf(recoveryStatuses));
export const declineClassSchema = z.enum(keysOf(declineClasses));
export const declineReasonSchema = z.enum(keysOf(declineReasons));
export const recoveryCreditSchema = z.enum(keysOf(recoveryCredits));
export const recoveryPartSchema = z.enum(keysOf(recoveryParts));

/** Without a month: the current one. Without a currency: the one in which most fails. */
export const recoveryQuery = z.object({ month: monthSchema.optional(), currency: currencySchema.optional() });

/** Of some failed payments: how many, over how much, and what of it came in. Major units. */
const sums = { cases: z.number().int(), amount: z.number(), recovered: z.number() };

export const recoverySchema = z.object({
  /** The company's month of first failure. */
  month: monthSchema,
  /** Months with failures, and the current one; newest first. */
  months: z.array(monthSchema),
  currency: currencySchema,
  /** Currencies in which payments failed, the most cases first; they are never added up. */
  currencies: z.array(z.object({ currency: currencySchema, cases: z.number().int() })),
  /** False: no payment has failed yet, as far as is known. */
  hasCases: z.boolean(),
  /** Rows of the ledger have changed and are being looked at: figures follow within a minute. */
  isCatchingUp: z.boolean(),
  ...sums,
  /** recovered / amount; null where nothing failed. */
  rate: z.number().nullable(),
  /** Paid in full / cases; null likewise. */
  rateByCases: z.number().nullable(),
  /** Of the bills that were issued in the month, the share of which a payment failed; null where nobody knows how many there were. */
  failureRate: z.number().nullable(),
  /** Customers who left for want of payment in the month, of those who paid at its beginning, in whatever currency. Null: not known, or the month is not over. */
  leftUnpaid: z.object({ customers: z.number().int(), share: z.number().nullable() }).nullable(),
  /** The last failure of the month is younger than 60 days: the rates may rise. */
  provisional: z.boolean(),
  /** The month before, as it stood when it was as old as this one is; null where nothing had failed then. */
  before: z.object({ month: monthSchema, rate: z.number() }).nullable(),
  /** Adds up to `amount`. */
  parts: z.array(z.object({ part: recoveryPartSchema, cases: z.number().int(), amount: z.number() })),
  /** Of what was recovered: what came before anybody wrote. Null where nothing was recovered. */
  silentShare: z.number().nullable(),
  /** Median days from failure to payment; null while nothing was paid. */
  medianDays: z.number().nullable(),
  credits: z.array(
    z.object({ credit: recoveryCreditSchema, cases: z.number().int(), recovered: z.number() }),
  ),
  classes: z.array(z.object({ class: declineClassSchema, ...sums })),
  /** The most amount first. */
  reasons: z.array(z.object({ reason: declineReasonSchema, ...sums })),
  /** Failures of the last 90 days: which share was paid so many days after, as far as each is old enough to say. */
  curve: z.object({
    cases: z.number().int(),
    points: z.array(z.object({ day: z.number().int(), share: z.number(), atRisk: z.number().int() })),
  }),
  open: z.object({ cases: z.number().int(), amount: z.number() }),
});
export type Recovery = z.infer<typeof recoverySchema>;

export const recoveryCaseSchema = z.object({
  id: z.uuid(),
  customer: concernedCustomerSchema.extend({ email: z.string().nullable() }),
  /** The bill, by its source's own name. */
  invoice: z.string(),
  plan: z.string().nullable(),
  currency: currencySchema,
  /** Major units. */
  amount: z.number(),
  recovered: z.number(),
  firstFailedAt: timestamp,
  /** As the provider gave it. */
  declineCode: z.string().nullable(),
  class: declineClassSchema,
  reason: declineReasonSchema,
  tries: z.number().int(),
  /** How many tries its schedule has, the first one included; null where no try helps. */
  plannedTries: z.number().int().nullable(),
  lastTriedAt: timestamp,
  status: recoveryStatusSchema,
  /** 0 to 1: that it comes in within 60 days of its failure, by what became of others of its class and age. Null: it is over. */
  chance: z.number().nullable(),
  /** The company's own payments of its class say so; false: they are too few, and it is mostly what is assumed of any company. */
  isChanceOwn: z.boolean(),
  paymentStatus: numberedEnum(PaymentStatus),
  nextStep: z.enum(keysOf(recoveryNextSteps)).nullable(),
  nextAt: timestamp.nullable(),
  /** Why nothing is done that the policy has; null where nothing stands against it. */
  heldBy: z.enum(keysOf(recoveryHolds)).nullable(),
  credit: recoveryCreditSchema.nullable(),
  closedAt: timestamp.nullable(),
  pausedAt: timestamp.nullable(),
  marked: z.object({ as: z.enum(recoveryMarks), by: z.string(), at: timestamp, note: z.string() }).nullable(),
});
export type RecoveryCase = z.infer<typeof recoveryCaseSchema>;

export const recoveryCasesQuery = z.object({
  ...pageQuery(RECOVERY_PAGE_SIZE),
  state: z.enum(["open", "all"]).default("all"),
  month: monthSchema.optional(),
  currency: currencySchema.optional(),
  part: recoveryPartSchema.optional(),
  class: declineClassSchema.optional(),
  reason: declineReasonSchema.optional(),
  credit: recoveryCreditSchema.optional(),
  sort: z.enum(recoverySorts).default("amount"),
});

export const recoveryMarkInput = z.object({
  as: z.enum(recoveryMarks),
  note: z.string().trim().max(500).default(""),
});

export const recoveryCaseDetailSchema = z.object({
  case: recoveryCaseSchema,
  /** Whether somebody may have it tried again from here now; where not, why. */
  retry: z.object({ isPossible: z.boolean(), why: z.string().nullable() }),
  /** Oldest first. */
  history: z.array(
    z.object({
      kind: z.enum(recoveryHistoryKinds),
      at: timestamp,
      /** What became of it, in words; a message's subject, a decline's code. */
      text: z.string(),
      detail: z.string(),
      /** Null: nobody, or not from here. */
      by: z.string().nullable(),
    }),
  ),
});
export type RecoveryCaseDetail = z.infer<typeof recoveryCaseDetailSchema>;
export type RecoveryHistoryEntry = RecoveryCaseDetail["history"][number];

export const recoveryRetriedSchema = z.object({
  case: recoveryCaseSchema,
  /** `unknown`: no answer came; the same try is asked for again by itself. */
  outcome: z.enum(["paid", "declined", "not_tried", "unknown"]),
  words: z.string(),
});
