import { z } from "zod";
import { currencySchema } from "../dashboard/schemas.ts";
import { daySchema, timestamp } from "../shapes.ts";
import {
  cardTags,
  defaultCardMessages,
  DEFAULT_GRACE_DAYS,
  defaultSequences,
  graceEnds,
  MOST_DAYS_BEFORE,
  MOST_TRIES,
  messageTags,
  type GraceEnd,
} from "./policy-vocabulary.ts";
import { declineClassSchema, declineReasonSchema, recoveryStatusSchema } from "./schemas.ts";

const TAG = /\{\{([^{}]*)\}\}/g;
/** `[what it says](https://where)` within a text. */
const INLINE_LINK = /\[[^\]]*\]\(([^)]*)\)/g;

/** Text of a message: only tags that we know, and no line that would be a header of its own. */
const messageText = (maxLength: number, multiline: boolean, tags: Record<string, string> = messageTags) =>
  z
    .string()
    .trim()
    .min(1, "Write something")
    .max(maxLength)
    .superRefine((text, context) => {
      const unknown = [...text.matchAll(TAG)]
        .map(([, tag = ""]) => tag.trim())
        .find((tag) => !Object.hasOwn(tags, tag));
      if (unknown !== undefined)
        context.addIssue({
          code: "custom",
          message: `{{${unknown}}} is not known. There are ${Object.keys(tags)
            .map((tag) => `{{${tag}}}`)
            .join(", ")}`,
        });
      const elsewhere = [...text.matchAll(INLINE_LINK)].find(
        ([, url = ""]) => !URL.canParse(url) || new URL(url).protocol !== "https:",
      );
      if (elsewhere !== undefined)
        context.addIssue({ code: "custom", message: "A link leads to an address that begins with https://" });
      if (!multiline && /[\r\n]/.test(text))
        context.addIssue({ code: "custom", message: "Write it on one line" });
    });

export const messageSchema = z.object({
  afterDays: z.number().int().min(0).max(60),
  subject: messageText(150, false),
  body: messageText(3000, true),
});

export const cardMessageSchema = z.object({
  daysBefore: z.number().int().min(1).max(MOST_DAYS_BEFORE),
  subject: messageText(150, false, cardTags),
  body: messageText(3000, true, cardTags),
});

const sequenceSchema = z.object({
  name: z.string().trim().min(1, "Give it a name").max(80),
  classes: z.array(declineClassSchema).min(1, "Choose at least one class").max(4),
  /** Empty: every reason of these classes; as policies of before there were any. */
  reasons: z.array(declineReasonSchema).max(13).default([]),
  plans: z.array(z.string().min(1).max(200)).max(50),
  fromAmount: z.number().min(0).max(1_000_000_000).nullable(),
  messages: z
    .array(messageSchema)
    .max(10)
    .refine(
      (messages) =>
        messages.every((one, index) => index === 0 || one.afterDays > messages[index - 1]!.afterDays),
      "Each message comes later than the one before",
    ),
});

const hoursSchema = z
  .array(
    z
      .number()
      .int()
      .min(1)
      .max(60 * 24),
  )
  .max(MOST_TRIES - 1, `At most ${MOST_TRIES - 1} tries after the first`)
  .refine(
    (hours) => hours.every((hour, index) => index === 0 || hour > hours[index - 1]!),
    "Each try comes later than the one before",
  );

/** What happens after a payment failed: when it is tried again, what is written, and what in the end. */
export const recoveryPolicySchema = z
  .object({
    softHours: hoursSchema,
    technicalHours: hoursSchema,
    /** Of one card in 14 days, the first one included. */
    tries: z.number().int().min(1).max(MOST_TRIES, `Never more than ${MOST_TRIES} in 14 days`),
    fromHour: z.number().int().min(0).max(23),
    untilHour: z.number().int().min(1).max(24),
    payDayWithinDays: z.number().int().min(0).max(3),
    graceDays: z.number().int().min(1).max(60),
    graceEnd: z.enum(Object.keys(graceEnds) as [GraceEnd, ...GraceEnd[]]),
    /** Customers of these plans are left alone. */
    excludedPlans: z.array(z.string().min(1).max(200)).max(50),
    /** What a try and a thousand e-mails cost, in the company's currency, as the company says. */
    costPerTry: z.number().min(0).max(100),
    costPerThousandEmails: z.number().min(0).max(1000),
    /** The first that fits a payment is sent. */
    sequences: z.array(sequenceSchema).max(20),
    /** Before a card ends that does not live to see its next payment; empty: nobody is asked, as policies of before there were any. */
    cardMessages: z
      .array(cardMessageSchema)
      .max(4)
      .refine(
        (messages) =>
          messages.every((one, index) => index === 0 || one.daysBefore < messages[index - 1]!.daysBefore),
        "Each message comes later than the one before, with fewer days to the payment",
      )
      .default([]),
    /** Also whose card is usually renewed by its network or wallet, without anybody's doing. */
    asksRenewedCards: z.boolean().default(false),
  })
  .refine(({ fromHour, untilHour }) => untilHour > fromHour, {
    message: "The time of day ends after it begins",
    path: ["untilHour"],
  });
export type RecoveryPolicy = z.infer<typeof recoveryPolicySchema>;

/** Of the retries: Stripe's and Recurly's practice, eight in two weeks; of the messages: none for two days, four in three weeks. */
export const defaultRecoveryPolicy: RecoveryPolicy = {
  softHours: [6, 24, 72, 120, 168, 240, 336],
  technicalHours: [1, 4, 24],
  tries: MOST_TRIES,
  fromHour: 6,
  untilHour: 10,
  payDayWithinDays: 2,
  graceDays: DEFAULT_GRACE_DAYS,
  graceEnd: "pause",
  excludedPlans: [],
  costPerTry: 0.1,
  costPerThousandEmails: 1,
  sequences: defaultSequences.map((sequence) => ({
    ...sequence,
    plans: [...sequence.plans],
    classes: [...sequence.classes],
    reasons: [...sequence.reasons],
    messages: [...sequence.messages],
  })),
  cardMessages: defaultCardMessages.map((message) => ({ ...message })),
  asksRenewedCards: false,
};

const savedPolicySchema = z.object({
  /** 0: as it comes, nobody has saved one. */
  version: z.number().int(),
  policy: recoveryPolicySchema,
  savedBy: z.string(),
  savedAt: timestamp,
});

export const recoveryPoliciesSchema = z.object({
  inUse: z.object({ version: z.number().int(), policy: recoveryPolicySchema, since: timestamp.nullable() }),
  draft: savedPolicySchema.nullable(),
  /** Earlier ones and the one in use, newest first. */
  versions: z.array(
    z.object({
      version: z.number().int(),
      savedBy: z.string(),
      savedAt: timestamp,
      usedFrom: timestamp,
      usedUntil: timestamp.nullable(),
    }),
  ),
  /** Plans of failed payments, to choose from. */
  plans: z.array(z.string()),
  currency: currencySchema,
});
export type RecoveryPolicies = z.infer<typeof recoveryPoliciesSchema>;

/** What was really done, or what a policy would have done. */
const doneSchema = z.object({
  retries: z.number().int(),
  emails: z.number().int(),
  /** Soft declines written to within 48 hours. */
  softEmailsEarly: z.number().int(),
  mostEmails: z.number().int(),
  triesOfNever: z.number().int(),
});

export const replaySchema = z.object({
  from: daySchema,
  until: daySchema,
  currency: currencySchema,
  failures: z.number().int(),
  /** By currency, in major units; never added up. */
  amounts: z.array(z.object({ currency: currencySchema, amount: z.number() })),
  excluded: z.number().int(),
  heldBack: z.number().int(),
  leftAlone: z.number().int(),
  done: doneSchema,
  now: doneSchema,
  /** Whole weeks from the first day on. */
  weeks: z.array(z.object({ from: daySchema, retries: z.number().int(), emails: z.number().int() })),
  cost: z.object({ retries: z.number(), emails: z.number() }),
  classes: z.array(
    z.object({
      class: declineClassSchema,
      failures: z.number().int(),
      retries: z.number().int(),
      heldBack: z.number().int(),
      emails: z.number().int(),
    }),
  ),
  /** The largest amounts first, at most a hundred. */
  rows: z.array(
    z.object({
      caseId: z.uuid(),
      customer: z.object({ id: z.uuid(), name: z.string() }),
      currency: currencySchema,
      amount: z.number(),
      class: declineClassSchema,
      reason: declineReasonSchema,
      failedAt: timestamp,
      retriesAt: z.array(timestamp),
      emailsAt: z.array(timestamp),
      isHeldBack: z.boolean(),
      status: recoveryStatusSchema,
      endedAt: timestamp.nullable(),
    }),
  ),
  tookMs: z.number(),
  asOf: timestamp,
});
export type RecoveryReplay = z.infer<typeof replaySchema>;
