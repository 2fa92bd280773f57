import type {
  CriteriaNode,
  DashboardTile,
  FailingPayments,
  MovementsMonth,
  PlanRevenue,
} from "@forestay/contracts";

/** What of the tools' answers is read here. */
export interface Metrics {
  asOf: string | null;
  day: string;
  currency: string;
  plan: string | null;
  activeCustomers: number | null;
  figures: DashboardTile[];
  months: MovementsMonth[];
  risk: {
    asOf: string;
    horizonDays: number;
    levels: { level: string; customers: number; change: number | null; mrr: number; atRisk: number }[];
    customers: number;
    needAttention: number;
    revenueOfHighRisk: number;
    expectedLeavers: { customers: number; lower: number; upper: number; of: number } | null;
    reasons: { label: string; customers: number; share: number }[];
  } | null;
  riskMissing: string | null;
  payments: FailingPayments | null;
  paymentsMissing: string | null;
}

export interface Revenue {
  currency: string;
  months: MovementsMonth[];
  retention: { month: string; until: string; grossRetention: number | null; netRetention: number | null }[];
  plans: PlanRevenue[];
  quickRatio: number | null;
  missing: string | null;
}

export interface CustomerRow {
  id: string;
  externalId: string | null;
  fullName: string;
  email: string | null;
  plan: string | null;
  monthlyRevenue: number | null;
  lifetimeValue: number | null;
  valueAtRisk: number | null;
  currency: string;
  churnRiskScore: number | null;
  churnRiskLevel: string | null;
  notScoredReason: string | null;
  topFactor: string | null;
  tenureDays: number | null;
  lastActivityDate: string | null;
  subscriptionStatus: string | null;
  paymentStatus: string | null;
  hasLeft: boolean;
  leftAt: string | null;
}

export interface CustomerFacts extends CustomerRow {
  scoredAt: string | null;
  owner: string | null;
  tags: string[];
  segments: string[];
  hasOpenCase: boolean;
  scoreChange30Days: number | null;
  billing: {
    isKnown: boolean;
    open: { amount: number; currency: string; bills: number }[];
    billCount: number;
  };
}

export interface Explained {
  customerId: string;
  score: number;
  probability: number;
  factors: { label: string; points: number; evidence: string }[];
  recommendations: { title: string; detail: string }[];
  modelVersion: string;
  asOf: string;
}

export interface SegmentFacts {
  id: string;
  name: string;
  sentence: string;
  figures: {
    customerCount: number;
    averageChurnRate: number | null;
    averageLifetimeValue: number | null;
    averageRevenue: number | null;
    revenueAtRisk: number | null;
    currency: string;
  } | null;
  countedAt: string | null;
  flow?: { weeks: { from: string; entered: number; left: number }[] };
}

export interface ReadSentence {
  criteria: CriteriaNode[];
  notUnderstood: string[];
}

interface Interval {
  value: number;
  low: number;
  high: number;
}

export interface CampaignRow {
  id: string;
  name: string;
  status: string;
  triggerWords: string;
  finding: "waiting" | "open" | "kept" | "lost" | "none";
  uplift: Interval | null;
  currency: string;
}

export interface CampaignFacts extends CampaignRow {
  results: {
    asOf: string;
    isFinal: boolean;
    readsAt: string | null;
    headline: string;
    explanation: string;
    sent: { customers: number };
    held: { customers: number };
    uplift: Interval | null;
    keptMore: Interval | null;
    revenue: Interval | null;
    netValue: Interval | null;
    funnel: { sent: number; clicked: number; unsubscribed: number };
  };
}

export interface RecoveryFacts {
  month: string;
  months: string[];
  currency: string;
  currencies: { currency: string; cases: number }[];
  hasCases: boolean;
  cases: number;
  provisional: boolean;
  medianDays: number | null;
  reasons: { reason: string; cases: number; amount: number; recovered: number }[];
}

export interface FailedPayments {
  totalCount: number;
  totals: { currency: string; amount: number; recovered: number }[];
  payments: {
    id: string;
    customer: { id: string; name: string };
    currency: string;
    amount: number;
    recovered: number;
    reason: string;
    nextStep: string | null;
    nextAt: string | null;
    heldBy: string | null;
  }[];
}

export interface RecoveryResultsFacts {
  asOf: string;
  sends: boolean;
  headline: string;
  explanation: string;
}

/** What stands in the documentation about some words, the best first. */
export interface DocumentationSections {
  sections: {
    title: string;
    text: string;
    path: string;
    /** Share of the words asked that stand in it, 0 to 1. */
    covers: number;
  }[];
}
