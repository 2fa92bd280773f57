import { z } from "zod";
import { numberedEnum } from "../numbered-enum.ts";
import { timestamp } from "../shapes.ts";
import { InvoiceStatus } from "./statuses.ts";

/** An amount in major units of its own currency. */
const amount = z.object({ amount: z.number(), currency: z.string() });

export const billingSchema = z.object({
  /** False: nothing of the customer is in the ledger, and nothing can be said. */
  isKnown: z.boolean(),
  /** What open bills still ask for, by currency. */
  open: z.array(amount.extend({ bills: z.number().int() })),
  /** What is charged now, in lines of running subscriptions. */
  charges: z.array(
    amount.extend({
      plan: z.string().nullable(),
      intervalUnit: z.enum(["week", "month", "year"]),
      intervalCount: z.number().int(),
      /** A mean of what was billed after use. */
      isEstimated: z.boolean(),
      /** As far as its source said. */
      renewsAt: timestamp.nullable(),
    }),
  ),
  /** The newest 24 bills and orders, drafts left out. */
  bills: z.array(
    amount.extend({
      id: z.uuid(),
      /** The source's own name of it. */
      number: z.string(),
      status: numberedEnum(InvoiceStatus),
      refunded: z.number(),
      issuedAt: timestamp,
      dueAt: timestamp.nullable(),
      paidAt: timestamp.nullable(),
      isOverdue: z.boolean(),
      /** Tries to collect it that are known. */
      tries: z.number().int(),
      lastTry: z
        .object({ at: timestamp, succeeded: z.boolean(), declineCode: z.string().nullable() })
        .nullable(),
    }),
  ),
  billCount: z.number().int(),
});
export type Billing = z.infer<typeof billingSchema>;

/** Of events that tell of use: not of questions asked, nor of what tells neither. */
export const customerUseSchema = z.object({
  /** Null: no event of use is known, and nothing can be said. */
  lastAt: timestamp.nullable(),
  /** The last twelve weeks in the company's time zone, oldest first; the last one may be under way. */
  weeks: z.array(
    z.object({
      /** Its Monday. */
      from: z.iso.date(),
      events: z.number().int(),
      /** Days on which there was any. */
      days: z.number().int(),
    }),
  ),
  /** In these weeks, most often first; at most six. */
  mostUsed: z.array(z.object({ name: z.string(), events: z.number().int(), lastAt: timestamp })),
});
export type CustomerUse = z.infer<typeof customerUseSchema>;
