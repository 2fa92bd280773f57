import { z } from "zod";
import { dashboardFilter, dashboardQuery } from "../dashboard/schemas.ts";
import { timestamp } from "../shapes.ts";

const planSchema = dashboardFilter.plan.unwrap().nullable();
const currencySchema = dashboardFilter.currency.unwrap().nullable();

export const reportSubscriptionInput = z.object({
  /** ISO 8601: Monday is 1. */
  weekday: z.number("Choose a day").int().min(1, "Choose a day").max(7, "Choose a day"),
  /** Of the day, on the person's own clock. */
  hour: z.number("Choose an hour").int().min(0, "Choose an hour").max(23, "Choose an hour"),
  /** Null: of all plans. */
  plan: planSchema,
  /** Null: the company's own, as on the dashboard. */
  currency: currencySchema,
});
export type ReportSubscriptionInput = z.infer<typeof reportSubscriptionInput>;

export const reportSubscriptionSchema = z.object({
  /** Null: this person gets none. */
  subscription: reportSubscriptionInput.nullable(),
  /** When the next one is written; null without a subscription. */
  nextAt: timestamp.nullable(),
  /** The last week's that was written. */
  lastAt: timestamp.nullable(),
  /** Whose clock the hour is read on: the person's in their notification preferences, else the company's. */
  timeZone: z.string(),
  /** Where it goes. */
  email: z.string(),
  /** What it can be narrowed to. */
  plans: z.array(z.string()),
  /** False: there is no mail server, and reports stay in the outbox. */
  mailLeaves: z.boolean(),
});
export type ReportSubscription = z.infer<typeof reportSubscriptionSchema>;

export const sendReportInput = z.object({ plan: planSchema, currency: currencySchema });

export const reportSentSchema = z.object({ email: z.string(), mailLeaves: z.boolean() });

/** Of a PDF what the dashboard is looked at by. */
export const reportFileInput = z.object({
  ...dashboardQuery.omit({ segment: true }).shape,
});

export const unsubscribeQuery = z.object({ token: z.string().min(1).max(300) });
export const unsubscribedSchema = z.object({ email: z.string(), companyName: z.string() });
