import { z } from "zod";
import { brokenLineSchema, criteriaSchema } from "../criteria/schemas.ts";
import { mailContentSchema } from "../customer-mail/content-schemas.ts";
import { listOf, pageQuery } from "../list.ts";
import { nameSchema } from "../names.ts";
import { daySchema, timestamp } from "../shapes.ts";
import {
  campaignFindings,
  CAMPAIGNS_PAGE_SIZE,
  CARD_DAYS,
  campaignStatuses,
  campaignStepKinds,
  campaignTriggers,
  campaignTypes,
  contactGroups,
  MOST_CAMPAIGN_STEPS,
  offerTakers,
  USUAL_HOLDOUT,
  USUAL_MEASURED_DAYS,
  type CampaignTrigger,
  type ContactGroup,
} from "./vocabulary.ts";

const days = z.int("Enter whole days").min(1, "At least 1").max(365, "At most 365");

export const campaignTriggerSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("Manual") }),
  z.object({ kind: z.literal("RiskRaised") }),
  z.object({ kind: z.literal("SegmentEntered"), segmentId: z.uuid("Choose a segment") }),
  z.object({ kind: z.literal("SegmentLeft"), segmentId: z.uuid("Choose a segment") }),
  z.object({ kind: z.literal("Silent"), days }),
  z.object({ kind: z.literal("RenewalDue"), days }),
  /** Cards are known so many days before a payment that they do not live to see. */
  z.object({ kind: z.literal("CardExpiring"), days: days.max(CARD_DAYS, `At most ${CARD_DAYS}`) }),
  z.object({ kind: z.literal("PaymentFailed") }),
  z.object({ kind: z.literal("EventHappened"), event: z.string().trim().min(1, "Choose an event").max(200) }),
]);
export type CampaignTriggerInput = z.infer<typeof campaignTriggerSchema>;

const stepId = z.string().regex(/^[a-z0-9]{1,16}$/);
const stepBase = { id: stepId, name: z.string().trim().min(1, "Required").max(100) };
export const campaignStepSchema = z.discriminatedUnion("kind", [
  z.object({
    ...stepBase,
    kind: z.literal("email"),
    content: mailContentSchema,
    /** Half of the customers get this one in its place; null: all get the same. */
    variantB: mailContentSchema.nullable().default(null),
  }),
  z.object({
    ...stepBase,
    kind: z.literal("wait"),
    hours: z
      .int()
      .min(1, "At least an hour")
      .max(24 * 180, "At most 180 days"),
    /** Sooner, once this event happens; null: the whole time. */
    untilEvent: z.string().max(200).nullable().default(null),
  }),
  z.object({
    ...stepBase,
    kind: z.literal("task"),
    /** From the day it is given; null: without a day. */
    dueInDays: z.int().min(0).max(90).nullable().default(3),
  }),
  /** Told to the company's own systems, by the webhooks that hear of campaign steps. */
  z.object({ ...stepBase, kind: z.literal("webhook") }),
  /** Told to a channel of the chat that is connected, some customers in one message. */
  z.object({
    ...stepBase,
    kind: z.literal("slack"),
    channel: z.object({
      id: z.string().trim().min(1, "Choose a channel").max(40),
      name: z.string().trim().max(200),
    }),
    text: z.string().trim().max(1000).default(""),
  }),
  z.object({
    ...stepBase,
    kind: z.literal("branch"),
    criteria: criteriaSchema.min(1, "Add a condition"),
    ifMet: z.enum(["stop", "continue", "skip"]),
    otherwise: z.enum(["stop", "continue", "skip"]),
  }),
]);
export type CampaignStep = z.infer<typeof campaignStepSchema>;

export const campaignInput = z.object({
  name: nameSchema(100),
  description: z.string().trim().max(500).default(""),
  trigger: campaignTriggerSchema,
  /** Whoever meets it on the day of the start enters then; false: only who comes to meet it later. */
  includesPresent: z.boolean().default(true),
  audience: criteriaSchema.default([]),
  /** Whoever meets these is left out. */
  exclusions: criteriaSchema.default([]),
  /** In another campaign that runs. */
  leavesOutOthers: z.boolean().default(true),
  /** Whom finished campaigns say contact would drive away; nobody before that is known. */
  leavesOutHarmed: z.boolean().default(false),
  /** Whoever meets these has reached the goal and gets nothing more; empty: nobody does. */
  exitCriteria: criteriaSchema.default([]),
  steps: z
    .array(campaignStepSchema)
    .max(MOST_CAMPAIGN_STEPS)
    .refine((steps) => new Set(steps.map(({ id }) => id)).size === steps.length, "Two steps have one id"),
  /** Still a customer so many days after entering: what is measured. */
  measuredDays: z.int().min(7, "At least 7").max(365, "At most 365").default(USUAL_MEASURED_DAYS),
  /** Customers enter for so many days from the start; one started by hand has them all at once. */
  entryDays: z.int().min(1, "At least 1").max(365, "At most 365").default(60),
  /** 0 to 0.5. */
  holdoutShare: z.number().min(0).max(0.5).default(USUAL_HOLDOUT),
  costs: z
    .object({
      perThousandMessages: z.number().min(0).max(10_000),
      perTask: z.number().min(0).max(100_000),
      /** A discount or gift, for each customer who takes it, in the first year. */
      perOffer: z.number().min(0).max(1_000_000).default(0),
      offerTakenBy: z.enum(offerTakers).default("goal"),
    })
    .default({ perThousandMessages: 1, perTask: 0, perOffer: 0, offerTakenBy: "goal" }),
});
export type CampaignInput = z.infer<typeof campaignInput>;

const triggerNames = Object.keys(campaignTriggers) as [CampaignTrigger, ...CampaignTrigger[]];
const interval = z.object({ value: z.number(), low: z.number(), high: z.number() });

/** A campaign as the list shows it. */
export const campaignSummarySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  type: z.enum(campaignTypes),
  status: z.enum(campaignStatuses),
  trigger: z.enum(triggerNames),
  /** 'Enters “Quiet accounts”'. */
  triggerWords: z.string(),
  /** Customers: drawn to get it, and held out. */
  enteredCount: z.int(),
  heldCount: z.int(),
  /** Customers who were written to; opened says little, since mail programs open by themselves. */
  sentCount: z.int(),
  openedCount: z.int(),
  clickedCount: z.int(),
  /** Reached the goal that ends it, within the measured days. */
  convertedCount: z.int(),
  finding: z.enum(campaignFindings),
  /** Share kept of those drawn less that of those held out; null: nothing can be said yet. */
  uplift: interval.nullable(),
  /** Yearly revenue kept because of it, from its uplift; null: nothing can be said yet. */
  revenueRecovered: z.number().nullable(),
  currency: z.string(),
  stepCount: z.int(),
  /** As of the newest version. */
  steps: z.array(campaignStepSchema),
  createdAt: timestamp,
  /** When a scheduled one starts by itself; null for every other. */
  startsAt: timestamp.nullable(),
  startedAt: timestamp.nullable(),
});
export type CampaignSummary = z.infer<typeof campaignSummarySchema>;

export const campaignSchema = campaignSummarySchema.extend({
  input: campaignInput,
  /** Of all its rules, below `audience`, `exclusions`, `exitCriteria` and `steps.<place>.criteria`; none of one that is over. */
  brokenLines: z.array(brokenLineSchema),
  /** Raised by every change; a change of an older one is refused. */
  version: z.int(),
  versions: z.array(z.object({ number: z.int(), at: timestamp, by: z.string(), customers: z.int() })),
  /** Why it was paused, where no person did it. */
  pausedBecause: z.string().nullable(),
  /** Until when customers enter, and when it is read. */
  entersUntil: timestamp.nullable(),
  readsAt: timestamp.nullable(),
  waitingCount: z.int(),
  /** It has begun with the first, and draws the others still. */
  isDrawing: z.boolean(),
});
export type Campaign = z.infer<typeof campaignSchema>;

export const campaignListQuery = z.object({
  ...pageQuery(CAMPAIGNS_PAGE_SIZE),
  search: z.string().max(200).optional(),
  status: z.enum(campaignStatuses).optional(),
});
export const campaignList = listOf(campaignSummarySchema).extend({
  allCount: z.int(),
  activeCount: z.int(),
  pausedCount: z.int(),
});
export const campaignUpdate = campaignInput.extend({ version: z.int() });
export const campaignStart = z.object({
  /** How many the person saw that would enter. */
  expectedCount: z.int().min(0),
  /** On the clock of the company's zone; null: at once. */
  startsOn: z
    .object({
      day: daySchema,
      time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "A time is written 09:30"),
    })
    .nullable()
    .default(null),
});

const check = z.object({
  key: z.string(),
  state: z.enum(["ok", "warning", "stops"]),
  title: z.string(),
  detail: z.string(),
  /** Customers it is about, some of them. */
  customers: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type CampaignCheck = z.infer<typeof check>;

export const holdoutOptionSchema = z.object({
  share: z.number(),
  heldCount: z.int(),
  /** Smallest difference of kept shares that is seen in 80 of 100 such campaigns; null: none. */
  smallestEffect: z.number().nullable(),
  /** When it is read. */
  readsAt: timestamp,
});
export const campaignPreviewSchema = z.object({
  entersAtStart: z.int(),
  /** Of those who meet the trigger and the audience, who stays out and why. */
  leftOut: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** From the weeks past; null: not known for this trigger. */
  perWeek: z.number().nullable(),
  /** Of these, share expected to stay anyway; null: not known. */
  keptRate: z.number().nullable(),
  /** Why it is not known: nobody has a score, or the scores say nothing of when. */
  keptRateMissing: z.enum(["no_scores", "undated"]).nullable(),
  holdouts: z.array(holdoutOptionSchema),
  /** Which of them shows a difference of 4 points, or the smallest; null: not known. */
  suggestedShare: z.number().nullable(),
  checks: z.array(check),
  emails: z.int(),
  /** Whether a chat is connected that a step can post to. */
  hasChat: z.boolean(),
});
export type CampaignPreview = z.infer<typeof campaignPreviewSchema>;

export const messagePreviewInput = z.object({
  content: mailContentSchema,
  /** Null: the first customer that there is. */
  customerId: z.uuid().nullable().default(null),
});
export const messagePreviewSchema = z.object({
  customerName: z.string(),
  to: z.string().nullable(),
  from: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  /** Fields without a value and without something to say in its place. */
  missing: z.array(z.string()),
});
export type MessagePreview = z.infer<typeof messagePreviewSchema>;
export const testSentSchema = z.object({ email: z.string(), mailLeaves: z.boolean() });

const arm = z.object({
  /** Drawn to it. */
  customers: z.int(),
  /** Of them, whose measured days are over, and who of these stayed. */
  measured: z.int(),
  kept: z.int(),
  /** Of those drawn: erased before they were measured, and counted as not kept. Of what was read before they were counted: none. */
  erased: z.int().default(0),
});
const curve = z.array(z.object({ day: z.int(), share: z.number(), low: z.number(), high: z.number() }));
export const campaignResultsSchema = z.object({
  asOf: timestamp,
  isFinal: z.boolean(),
  readsAt: timestamp.nullable(),
  finding: z.enum(campaignFindings),
  /** The answer in words, and what it rests on. */
  headline: z.string(),
  explanation: z.string(),
  sent: arm,
  held: arm,
  /** Of the planned day from then on; before, the one that is safe to read on any day. */
  uplift: interval.nullable(),
  alwaysValid: interval.nullable(),
  /** The uplift in customers of those who were drawn. */
  keptMore: interval.nullable(),
  currency: z.string(),
  meanYearlyValue: z.number().nullable(),
  revenue: interval.nullable(),
  costs: z.object({
    messages: z.int(),
    messageCost: z.number(),
    tasks: z.int(),
    taskCost: z.number(),
    /** Customers who took what was offered. Of what was read before offers were counted: none. */
    offers: z.int().default(0),
    offerCost: z.number().default(0),
  }),
  netValue: interval.nullable(),
  curves: z.object({ sent: curve, held: curve }),
  funnel: z.object({
    drawn: z.int(),
    sent: z.int(),
    delivered: z.int(),
    opened: z.int(),
    clicked: z.int(),
    /** Reached the goal within the measured days: of those drawn, and of those held out; null: read before it was counted. */
    converted: z.int(),
    heldConverted: z.int().nullable().default(null),
    bounced: z.int(),
    complained: z.int(),
    unsubscribed: z.int(),
    suppressed: z.int(),
  }),
  /** Of those who clicked: how many stayed, and how many would have anyway by the held-out rate. */
  clickers: z.object({ measured: z.int(), kept: z.int(), anyway: z.number().nullable() }),
  steps: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: z.enum(campaignStepKinds),
      /** Of an older version: no part of it any more, but somebody came to it. */
      isOlder: z.boolean().default(false),
      reached: z.int(),
      sent: z.int(),
      clicked: z.int(),
      unsubscribed: z.int(),
    }),
  ),
  variants: z.array(
    arm.extend({
      key: z.enum(["A", "B"]),
      clicked: z.int(),
      /** By Newcombe, on the planned day; null before. */
      againstHeld: interval.nullable(),
    }),
  ),
  /** Kept share of B less that of A; null without variants, or without anything to say yet. */
  variantDifference: interval.nullable(),
});
export type CampaignResults = z.infer<typeof campaignResultsSchema>;

const groupNames = Object.keys(contactGroups) as [ContactGroup, ...ContactGroup[]];
const qiniPoint = z.object({ share: z.number(), gain: z.number() });

export const contactWorthQuery = z.object({
  ...pageQuery(CAMPAIGNS_PAGE_SIZE),
  group: z.enum(groupNames).optional(),
});
/** Whom contact keeps, as far as finished campaigns tell. */
export const contactWorthSchema = listOf(
  z.object({
    customerId: z.uuid(),
    name: z.string(),
    group: z.enum(groupNames),
    /** How much likelier they stay if they are written to; below 0: the less. */
    uplift: z.number(),
    /** Chance that they stay if they are not, 0 to 1. */
    keptAnyway: z.number(),
    yearlyValue: z.number().nullable(),
    /** Expected retained revenue of a year: uplift x yearly value, in major units. */
    worth: z.number(),
  }),
).extend({
  currency: z.string(),
  /** `unknown`: too few finished holdouts; `unproven`: no better than chance on campaigns it had not learnt from. */
  state: z.enum(["unknown", "unproven", "known"]),
  finishedHoldouts: z.int(),
  neededHoldouts: z.int(),
  learnt: z.object({ at: timestamp, campaigns: z.int(), customers: z.int() }).nullable(),
  /** Judged on campaigns that were left out; null: too little to judge. Gains are customers kept for each of all. */
  quality: z
    .object({
      coefficient: z.number(),
      low: z.number(),
      high: z.number(),
      all: z.number(),
      best: qiniPoint,
      curve: z.array(qiniPoint),
      customers: z.int(),
    })
    .nullable(),
  groups: z.array(z.object({ group: z.enum(groupNames), customers: z.int(), worth: z.number() })),
});
export type ContactWorth = z.infer<typeof contactWorthSchema>;
