import { z } from "zod";
import { timestamp } from "../shapes.ts";
import { messageSchema } from "./policy-schemas.ts";
import { declineClassSchema } from "./schemas.ts";
import {
  MOST_CONTROL_PERCENT,
  recoveryTimes,
  retryModes,
  type RecoveryTimes,
  type RetryMode,
} from "./vocabulary.ts";

const retryModeSchema = z.enum(Object.keys(retryModes) as [RetryMode, ...RetryMode[]]);
const retryTimesSchema = z.enum(Object.keys(recoveryTimes) as [RecoveryTimes, ...RecoveryTimes[]]);
const controlPercentSchema = z.number().int().min(0).max(MOST_CONTROL_PERCENT);

export const recoverySettingsSchema = z.object({
  /** Messages leave; failures since then are written to. */
  sends: z.boolean(),
  sendsSince: timestamp.nullable(),
  retries: retryModeSchema,
  ownSince: timestamp.nullable(),
  /** Of a hundred customers, how many are written to later, so that it can be said what messages add. */
  controlPercent: controlPercentSchema,
  /** By which times tries of ours are made; where too little was learned it is by the schedule all the same. */
  retryTimes: retryTimesSchema,
  /** Whether a class was tried often enough to know its times. */
  knowsTimes: z.boolean(),
  /** False: what is sent stays in the outbox, as no mail server is set. */
  mailLeaves: z.boolean(),
  /** Connected systems whose bills can be collected; `mayCollect` null: it cannot be asked now. */
  collecting: z.array(
    z.object({
      source: z.string(),
      accountName: z.string(),
      isSandbox: z.boolean(),
      mayCollect: z.boolean().nullable(),
    }),
  ),
});
export type RecoverySettings = z.infer<typeof recoverySettingsSchema>;

export const recoverySettingsInput = z.object({
  sends: z.boolean(),
  retries: retryModeSchema,
  controlPercent: controlPercentSchema,
  /** Absent: as it is. */
  retryTimes: retryTimesSchema.optional(),
  /** Somebody has switched the provider's own tries off: two who try one card break the networks' limits. */
  providerHasStopped: z.boolean().default(false),
});
export type RecoverySettingsInput = z.output<typeof recoverySettingsInput>;

export const recoveryPreviewInput = z.object({
  message: messageSchema.pick({ subject: true, body: true }),
  /** Null: the largest open payment, or an example where none is open. */
  caseId: z.uuid().nullable().default(null),
});

const armSchema = z.object({
  /** Drawn to it, of failures that are old enough to be compared. */
  cases: z.number().int(),
  paid: z.number().int(),
  /** Major units. */
  amount: z.number(),
  recovered: z.number(),
  messages: z.number().int(),
});
const timesArmSchema = z.object({ customers: z.number().int(), recovered: z.number().int() });
const intervalSchema = z.object({ value: z.number(), low: z.number(), high: z.number() });

export const recoveryResultsSchema = z.object({
  currency: z.string(),
  sends: z.boolean(),
  controlPercent: z.number().int(),
  /** What is compared: paid within so many days of the failure, before the control is written to. */
  days: z.number().int(),
  sent: armSchema,
  control: armSchema,
  /** Share paid of sent less that of control; null while one of them is empty. */
  difference: intervalSchema.nullable(),
  /** The same over every look there will be; null likewise. */
  alwaysValid: intervalSchema.nullable(),
  /** Of the amount that failed in `sent`: what messages brought, in major units. */
  added: intervalSchema.nullable(),
  finding: z.enum(["no_control", "too_early", "inconclusive", "adds", "harms"]),
  headline: z.string(),
  explanation: z.string(),
  /** Learned times against the fixed schedule, as of last night. */
  times: z.object({
    mode: retryTimesSchema,
    /** What is compared: paid in full within so many days, by each customer's first failure that was drawn. */
    days: z.number().int(),
    /** Customers of a group that the comparison was made for. */
    planned: z.number().int(),
    fixed: timesArmSchema,
    learned: timesArmSchema,
    /** Share of learned less that of fixed: by the interval for any day, or once it is over the ordinary one. Null: too few. */
    difference: intervalSchema.nullable(),
    isFinal: z.boolean(),
    finding: z.enum(["waiting", "open", "kept", "lost", "none"]),
    headline: z.string(),
    explanation: z.string(),
    /** What was learned, by class: from how many tries of a year, and where they succeed best. */
    classes: z.array(
      z.object({
        class: declineClassSchema,
        tries: z.number().int(),
        needed: z.number().int(),
        isReady: z.boolean(),
        best: z.string().nullable(),
      }),
    ),
    /** Null: nothing has been learned yet. */
    fittedAt: timestamp.nullable(),
  }),
  /** Newest first. */
  cohorts: z.array(
    z.object({
      month: z.string(),
      cases: z.number().int(),
      amount: z.number(),
      recovered: z.number(),
      rate: z.number().nullable(),
      silentShare: z.number().nullable(),
      provisional: z.boolean(),
      messages: z.number().int(),
      ownTries: z.number().int(),
      canceled: z.number().int(),
    }),
  ),
  asOf: timestamp,
});
export type RecoveryResults = z.infer<typeof recoveryResultsSchema>;

/** What a company's own app shows a customer whose payment failed. */
export const recoveryBannerSchema = z.object({
  /** Null: nothing is open, and nothing is to be shown. */
  banner: z
    .object({
      caseId: z.uuid(),
      /** `action`: it needs the customer; `info`: it is tried again by itself. */
      tone: z.enum(["info", "action"]),
      title: z.string(),
      text: z.string(),
      amount: z.number(),
      currency: z.string(),
      failedAt: timestamp,
      /** Until when access stays, by the policy in use. */
      graceUntil: timestamp,
      actionLabel: z.string(),
      /** Good for 30 days; made anew with each answer. */
      actionUrl: z.string(),
    })
    .nullable(),
});
export type RecoveryBanner = z.infer<typeof recoveryBannerSchema>;
