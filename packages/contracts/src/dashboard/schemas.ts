import { z } from "zod";
import { integrationProviders, integrationStatuses } from "../integrations/vocabulary.ts";
import { recommendationSchema } from "../next-steps/schemas.ts";
import { riskLevelSchema, scoreFactorSchema } from "../scoring/schemas.ts";
import { daySchema, timestamp } from "../shapes.ts";
import {
  attentionMarkKinds,
  churnReasons,
  dashboardFigures,
  dashboardPeriods,
  dashboardTiles,
  MAX_SNOOZE_DAYS,
  NEEDS_ATTENTION,
  parkedKinds,
  scoredOutcomes,
  mrrMovementKinds,
} from "./vocabulary.ts";

export const currencySchema = z.string().regex(/^[A-Z]{3}$/);
export const monthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "Enter a month like 2026-03");

/** What every route of the dashboard is narrowed by. Without a currency: the company's, or what it mostly earns in. */
export const dashboardFilter = {
  plan: z.string().min(1).max(200).optional(),
  currency: currencySchema.optional(),
  /** A segment that is followed; not together with a plan. */
  segment: z.uuid().optional(),
};

/** The segment that figures are of, and from when its sums are: null while they are worked out for the first time. */
export const figureSegmentSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  keptAt: timestamp.nullable(),
});
export type FigureSegment = z.infer<typeof figureSegmentSchema>;
export const dashboardQuery = z.object({
  period: z.enum(dashboardPeriods).default("30_days"),
  ...dashboardFilter,
});

/** Which rows a number opens. */
const rowsOfSchema = z.object({
  figure: z.enum(dashboardFigures),
  from: daySchema.optional(),
  until: daySchema.optional(),
  kind: z.enum(mrrMovementKinds).optional(),
  reason: z.enum(churnReasons).optional(),
  level: z.union([z.literal(NEEDS_ATTENTION), riskLevelSchema]).optional(),
  /** The main reason of those who need attention, as it is called. */
  driver: z.string().min(1).max(200).optional(),
  /** What customers who left wrote, as the theme of it is called. */
  theme: z.string().min(1).max(200).optional(),
  /** Of the last full month, as the company's column has it; '' of whom it is not known. */
  country: z.string().max(200).optional(),
  /** Of scores whose outcome is known. */
  outcome: z.enum(scoredOutcomes).optional(),
});
export type DashboardRowsOf = z.infer<typeof rowsOfSchema>;

/** A value that is not known is null and says what would fill it; it is never 0 for want of data. */
export const dashboardTileSchema = z.object({
  key: z.enum(dashboardTiles),
  label: z.string(),
  /** Money in major units of `currency`, shares 0-1. */
  unit: z.enum(["money", "share"]),
  value: z.number().nullable(),
  /** The same a period earlier; null where nothing was known then. */
  before: z.number().nullable(),
  /** Value less before: of money an amount, of shares a difference of shares. */
  change: z.number().nullable(),
  /** 'vs 30 days before' */
  changeWords: z.string(),
  /** Whether a rise is good news. */
  moreIsBetter: z.boolean(),
  /** Oldest first, the last is the value itself. Null: nothing is known of that day, and a gap is drawn. */
  series: z.array(z.object({ day: z.string(), value: z.number().nullable() })),
  /** How it is worked out, in words. */
  formula: z.string(),
  /** Null where the value is known. */
  missing: z.string().nullable(),
  /** Of revenue at risk its 80% band. */
  band: z.object({ lower: z.number(), upper: z.number() }).nullable(),
  /** Of logo churn: shares that add up to the value. */
  parts: z.array(z.object({ reason: z.enum(churnReasons), customers: z.number().int(), value: z.number() })),
  /** What it is counted over, in words: '38 of 1,204 customers of October 24'. */
  basis: z.string().nullable(),
  rowsOf: rowsOfSchema.nullable(),
});
export type DashboardTile = z.infer<typeof dashboardTileSchema>;

/** Start + new + expansion + reactivation - contraction - churn = end, to the minor unit. Major units. */
export const movementsMonthSchema = z.object({
  month: monthSchema,
  from: daySchema,
  /** The last day that is in it, today of the month that is not over. */
  until: daySchema,
  isComplete: z.boolean(),
  /** Null before the first record: a gap, and no zero. */
  flow: z
    .object({
      start: z.number(),
      new: z.number(),
      expansion: z.number(),
      reactivation: z.number(),
      contraction: z.number(),
      churn: z.number(),
      end: z.number(),
      /** Customers of each kind of movement. */
      counts: z.record(z.enum(mrrMovementKinds), z.number().int()),
    })
    .nullable(),
  /** Logo churn of the calendar month; of the month that is not over null. */
  churn: z.object({ left: z.number().int(), activeAtStart: z.number().int(), share: z.number() }).nullable(),
});
export type MovementsMonth = z.infer<typeof movementsMonthSchema>;

export const riskMixSchema = z.object({
  asOf: timestamp,
  horizonDays: z.number().int(),
  /** Critical first. Money in major units. */
  levels: z.array(
    z.object({
      level: riskLevelSchema,
      customers: z.number().int(),
      /** Less the customers of 30 days before; null where nobody was scored then. */
      change: z.number().int().nullable(),
      mrr: z.number(),
      atRisk: z.number(),
    }),
  ),
  customers: z.number().int(),
  /** Scored customers pay in other currencies too: they are not among these. */
  isOneOfSeveral: z.boolean(),
  /** What their values are: a year of revenue, the lifetime value where no revenue is known, or some the one and some the other. */
  valuedBy: z.enum(["revenue", "lifetime", "both"]),
  needAttention: z.number().int(),
  /** Yearly revenue of everybody whose level is High or Critical, whatever the chance: what others call revenue at risk. */
  revenueOfHighRisk: z.number(),
  /** Scored customers who leave within the horizon, with the 80% band, and of how many; null where scores say nothing of when, and of a plan. */
  expectedLeavers: z
    .object({ customers: z.number(), lower: z.number(), upper: z.number(), of: z.number().int() })
    .nullable(),
  /** Main reasons of customers of High and Critical, the most frequent first. Empty while filtered by plan. */
  reasons: z.array(z.object({ label: z.string(), customers: z.number().int(), share: z.number() })),
});
export type RiskMix = z.infer<typeof riskMixSchema>;

export const failingPaymentsSchema = z.object({
  /** Of what failed in the last 60 days: bills that are still open. */
  open: z.object({ bills: z.number().int(), amount: z.number(), from: daySchema, until: daySchema }),
  /** The last calendar months of first failure, oldest first. */
  months: z.array(
    z.object({
      month: monthSchema,
      from: daySchema,
      until: daySchema,
      failedBills: z.number().int(),
      failed: z.number(),
      recovered: z.number(),
      /** recovered / failed; null where nothing failed. */
      rate: z.number().nullable(),
      /** The last window of 60 days is not over: the rate may rise. */
      provisional: z.boolean(),
    }),
  ),
});
export type FailingPayments = z.infer<typeof failingPaymentsSchema>;

export const dashboardSchema = z.object({
  /** Up to when the ledger is counted; null where there is none. */
  asOf: timestamp.nullable(),
  /** The company's today: figures are of its end, as far as it is known. */
  day: daySchema,
  timeZone: z.string(),
  period: z.enum(dashboardPeriods),
  currency: currencySchema,
  /** Every currency with revenue of its own, the most used first; they are never added up. */
  currencies: z.array(z.object({ currency: currencySchema, mrr: z.number(), customers: z.number().int() })),
  plan: z.string().nullable(),
  plans: z.array(z.string()),
  segment: figureSegmentSchema.nullable(),
  /** Every segment that is followed. */
  segments: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** Customers that pay now in this currency; null without a ledger. */
  activeCustomers: z.number().int().nullable(),
  /** Whether anything is there at all: a company without customers gets first steps instead. */
  hasCustomers: z.boolean(),
  hasLedger: z.boolean(),
  tiles: z.array(dashboardTileSchema),
  /** Twelve calendar months and the one that is not over, oldest first; empty without a ledger. */
  months: z.array(movementsMonthSchema),
  /** Null while nobody is scored; `missing` then says what would fill it. */
  risk: riskMixSchema.nullable(),
  riskMissing: z.string().nullable(),
  payments: failingPaymentsSchema.nullable(),
  paymentsMissing: z.string().nullable(),
  /** Rows of the ledger have changed and are being counted: figures follow within a minute. */
  isCatchingUp: z.boolean(),
});
export type Dashboard = z.infer<typeof dashboardSchema>;

export const attentionQuery = z.object(dashboardFilter);

export const attentionItemSchema = z.object({
  customerId: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  plan: z.string().nullable(),
  score: z.number().int(),
  level: riskLevelSchema,
  /** Points since the score of a week before; null where there was none. */
  change: z.number().int().nullable(),
  /** Scores of the last 30 days, oldest first. */
  history: z.array(z.object({ at: timestamp, score: z.number().int() })),
  /** Major units of the answer's currency. */
  mrr: z.number(),
  /** Chance of leaving x a year of revenue: what the list is ordered by. */
  atRisk: z.number(),
  reason: scoreFactorSchema.pick({ label: true, evidence: true }).nullable(),
  action: recommendationSchema.pick({ code: true, title: true, detail: true }).nullable(),
});
export type AttentionItem = z.infer<typeof attentionItemSchema>;

export const attentionSchema = z.object({
  currency: currencySchema,
  items: z.array(attentionItemSchema),
  /** Customers of this list's plan, segment and currency that are off it because somebody said so. */
  hidden: z.number().int(),
});
export type Attention = z.infer<typeof attentionSchema>;

export const attentionMarkInput = z.object({
  kind: z.enum(attentionMarkKinds),
  /** Of 'snoozed': for how long. */
  days: z.number().int().min(1).max(MAX_SNOOZE_DAYS).optional(),
  /** Of 'done': the next step that was taken, which then stands on the timeline too. */
  stepCode: z
    .string()
    .regex(/^[a-z0-9_]{1,60}$/)
    .optional(),
  note: z.string().trim().max(2000).optional(),
});

export const attentionMarkSchema = z.object({
  id: z.uuid(),
  customerId: z.uuid(),
  kind: z.enum(attentionMarkKinds),
  hiddenUntil: timestamp,
  markedAt: timestamp,
  markedBy: z.string(),
});
export type AttentionMark = z.infer<typeof attentionMarkSchema>;

/** Customers that are off the list, with the mark that says so, the newest first. */
export const hiddenMarksQuery = z.object({
  ...dashboardFilter,
  cursor: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

export const hiddenMarksSchema = z.object({
  items: z.array(attentionMarkSchema.extend({ name: z.string(), note: z.string().nullable() })),
  count: z.number().int(),
  nextCursor: z.uuid().nullable(),
});
export type HiddenMarks = z.infer<typeof hiddenMarksSchema>;

export const dataHealthSchema = z.object({
  /** Newest first. */
  imports: z.array(
    z.object({
      id: z.uuid(),
      fileName: z.string(),
      completedAt: timestamp,
      created: z.number().int(),
      updated: z.number().int(),
      errors: z.number().int(),
    }),
  ),
  /** Systems that are connected, by name. */
  connections: z.array(
    z.object({
      provider: z.enum(integrationProviders),
      name: z.string(),
      status: z.enum(integrationStatuses),
      /** When it was last read to the end; null: not yet. */
      lastSyncAt: timestamp.nullable(),
      /** In words, with what to do; null: nothing is wrong. */
      lastError: z.string().nullable(),
    }),
  ),
  /** Whole days since the newest file; null where none was imported. */
  ageDays: z.number().int().nullable(),
  /** Rows that wait for their customer, by kind. */
  parked: z.array(
    z.object({
      kind: z.enum(parkedKinds),
      rows: z.number().int(),
    }),
  ),
});
export type DataHealth = z.infer<typeof dataHealthSchema>;

export const parkedRowsQuery = z.object({
  kind: z.enum(parkedKinds),
  cursor: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

/** Rows that wait until their customer is there, the newest first. */
export const parkedRowsSchema = z.object({
  items: z.array(
    z.object({
      id: z.uuid(),
      /** Whom it waits for: the company's own id, else the e-mail address. */
      externalId: z.string().nullable(),
      email: z.string().nullable(),
      /** What its source calls it; of an event its type. */
      name: z.string().nullable(),
      /** When it was told. */
      toldAt: timestamp,
      /** The file that brought it; null of what another system told, or of a file that is gone. */
      file: z.object({ id: z.uuid(), name: z.string() }).nullable(),
    }),
  ),
  count: z.number().int(),
  nextCursor: z.uuid().nullable(),
});
export type ParkedRows = z.infer<typeof parkedRowsSchema>;

/** Which rows: as `dashboardRowsQuery`, all of them. */
export const dashboardRowsExport = z.object({ ...rowsOfSchema.shape, ...dashboardFilter });

export const dashboardRowsQuery = z.object({
  ...rowsOfSchema.omit({ level: true }).shape,
  level: z.union([z.literal(NEEDS_ATTENTION), z.coerce.number().pipe(riskLevelSchema)]).optional(),
  ...dashboardFilter,
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

export const dashboardRowSchema = z.object({
  customerId: z.uuid(),
  /** Null for a customer that is gone; its figures are on their way out. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** What this row adds to the total, major units; of logo churn what the customer paid at the start; null where rows are only counted. */
  amount: z.number().nullable(),
  /** What the customer paid before and after, at the start and at the end; null where that is no part of it. */
  before: z.number().nullable(),
  after: z.number().nullable(),
  day: daySchema.nullable(),
  kind: z.enum(mrrMovementKinds).nullable(),
  reason: z.enum(churnReasons).nullable(),
  level: riskLevelSchema.nullable(),
  probability: z.number().nullable(),
});
export type DashboardRow = z.infer<typeof dashboardRowSchema>;

const quotientTermSchema = z.object({
  /** Major units where it is money, else how many. */
  value: z.number(),
  isMoney: z.boolean(),
  /** 'kept', 'customers'; empty where the number says enough. */
  words: z.string(),
});
/** An average or a share of what rows come to: part / of. */
export const rowsQuotientSchema = z.object({
  /** 'Per customer', 'GRR' */
  label: z.string(),
  part: quotientTermSchema,
  /** Never 0. */
  of: quotientTermSchema,
});
export type RowsQuotient = z.infer<typeof rowsQuotientSchema>;

export const dashboardRowsSchema = z.object({
  /** With the plan or segment that they are of. */
  title: z.string(),
  /** Whose rows they are, and from when the total is: members are those of now. */
  segment: figureSegmentSchema.nullable(),
  currency: currencySchema,
  /** What all rows add up to, to the minor unit; of customers lost how many they are. */
  total: z.number(),
  totalIsCount: z.boolean(),
  /** Of customers lost, in one currency: what they paid a month, which their amounts add up to; null where that is not kept. */
  lostMrr: z.number().nullable(),
  /** Averages and shares that lead to these rows, each as it is worked out from them. */
  quotients: z.array(rowsQuotientSchema),
  /** Of revenue retention: what the same customers pay at the end, and what is kept of the start. */
  closing: z.number().nullable(),
  kept: z.number().nullable(),
  count: z.number().int(),
  items: z.array(dashboardRowSchema),
  nextCursor: z.string().nullable(),
});
export type DashboardRows = z.infer<typeof dashboardRowsSchema>;
