import type { z } from "zod";
import type { LeavingTimes } from "./leaving-times.ts";
import type {
  attributeValueSchema,
  PaymentStatusValue,
  RiskLevelValue,
  SubscriptionStatusValue,
} from "@forestay/contracts";

export type AttributeValue = z.infer<typeof attributeValueSchema>;

/**
 * A customer as someone hands it in. Key: `externalId`, else `email`; one of them is required.
 * Absent or null means "not said": it never overwrites what is stored. Times are ISO 8601, money in minor units.
 */
export interface CustomerInput {
  externalId?: string | null;
  email?: string | null;
  fullName?: string | null;
  lifetimeValueCents?: number | null;
  monthlyRevenueCents?: number | null;
  currency?: string | null;
  plan?: string | null;
  subscriptionStatus?: SubscriptionStatusValue | null;
  paymentStatus?: PaymentStatusValue | null;
  startedAt?: string | null;
  /** As given; `startedAt` beside it is then only taken when this differs from what is stored. */
  tenureMonths?: number | null;
  endedAt?: string | null;
  lastActivityAt?: string | null;
  lastLoginAt?: string | null;
  churned?: boolean | null;
  churnedAt?: string | null;
  /** Merged into the stored attributes key by key. Dates as ISO text, money in major units. */
  attributes?: Record<string, AttributeValue>;
  /** Only for a customer that is new, e.g. a simulated past; default now. */
  createdAt?: string | null;
}

/** A customer as stored: what an analysis reads. Money in minor units, times as Date. */
export interface CustomerRecord {
  id: string;
  externalId: string | null;
  email: string | null;
  fullName: string | null;
  lifetimeValueCents: number | null;
  monthlyRevenueCents: number | null;
  currency: string | null;
  plan: string | null;
  subscriptionStatus: SubscriptionStatusValue | null;
  paymentStatus: PaymentStatusValue | null;
  startedAt: Date | null;
  tenureMonths: number | null;
  endedAt: Date | null;
  lastActivityAt: Date | null;
  lastLoginAt: Date | null;
  /** The last activity, else the last login. */
  lastSeenAt: Date | null;
  churned: boolean | null;
  churnedAt: Date | null;
  attributes: Record<string, AttributeValue>;
  createdAt: Date;
}

/** What an analysis says about one customer; `probability` null = not scored, and why. */
export interface CustomerScoreInput {
  customerId: string;
  /** 0-1; score and level follow from it by the company's bands, which the analysis knows. */
  probability: number | null;
  /** 0-100. */
  score: number | null;
  level: RiskLevelValue | null;
  /** Null: what scored says nothing of when. */
  times: LeavingTimes | null;
  /** Chance of leaving x a year of revenue, else the lifetime value: whole minor units. Null: one of them is not known. */
  valueAtRiskCents: number | null;
  /** The largest factor that raises the score, in words. */
  topFactor: string | null;
  notScoredReason: string | null;
}

export interface CustomerEventInput {
  customerId: string;
  type: string;
  title: string;
  detail?: string | null;
  amountCents?: number | null;
  currency?: string | null;
  occurredAt: string;
  data?: Record<string, unknown>;
}

export interface CustomerSnapshotInput {
  customerId: string;
  /** `YYYY-MM-DD`. */
  takenOn: string;
  features: Record<string, AttributeValue>;
}

/** How many of a batch were new, changed, and already exactly so. */
export interface UpsertCounts {
  created: number;
  updated: number;
  unchanged: number;
}
