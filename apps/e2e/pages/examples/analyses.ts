import { readFileSync } from "node:fs";
import { join } from "node:path";
import { analysisRoutes, modelRoutes } from "@forestay/contracts";
import type { AnalysisCustomer, ContactPlan, RouteResponse, TrackRecord } from "@forestay/contracts";
import type { nextStepRoutes } from "@forestay/contracts";

type Analysis = RouteResponse<typeof analysisRoutes.results>;
type Card = RouteResponse<typeof modelRoutes.card>;
type Completeness = RouteResponse<typeof analysisRoutes.checkCompleteness>;
type Models = RouteResponse<typeof modelRoutes.list>;
type NextSteps = RouteResponse<typeof nextStepRoutes.get>;

/** What the sample company's first analysis answered, with its longest lists cut short. */
const recorded = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, "recorded", `${name}.json`), "utf8"));

const completed = analysisRoutes.results.response.parse(recorded("analysis"));
const card = modelRoutes.card.response.parse(recorded("model-card"));
const known = analysisRoutes.checkCompleteness.response.parse(recorded("completeness"));

/** An analysis of 1,436 customers, completed, by model v1. */
export const analysis = (changed: Partial<Analysis> = {}): Analysis => ({ ...completed, ...changed });

/** One that has brought nothing: at work, failed or cancelled. */
export function unfinishedAnalysis(changed: Partial<Analysis>): Analysis {
  return analysis({
    progress: null,
    modelVersion: null,
    source: null,
    customersAnalyzed: 0,
    needAttention: 0,
    notScored: [],
    levels: [],
    scoreHistogram: [],
    expectedLeavers: null,
    expectedRevenueAtRisk: null,
    firstCalls: null,
    levelsBefore: null,
    quality: null,
    drivers: [],
    completedAt: null,
    ...changed,
  });
}

export const modelCard = (changed: Partial<Card> = {}): Card => ({ ...card, ...changed });

export const completeness = (changed: Partial<Completeness> = {}): Completeness => ({ ...known, ...changed });

/** The list of models: the one in use, and one that was not taken. */
export function models(items?: Models["items"]): Models {
  const {
    engineVersion: _engine,
    seed: _seed,
    dataFingerprint: _fingerprint,
    members: _members,
    features: _features,
    excluded: _excluded,
    quality: _quality,
    drivers: _drivers,
    drift: _drift,
    driftHistory: _history,
    ...inUse
  } = card;
  return {
    items: items ?? [
      { ...inUse, isCurrent: true },
      { ...inUse, version: "v0", isCurrent: false, driftLevel: null, decision: null },
    ],
    schedule: {
      isActive: true,
      nextScoringAt: "2026-11-23T02:30:00.000Z",
      nextTrainingAt: "2026-12-01T02:30:00.000Z",
    },
  };
}

/** An analysis as the list of earlier ones has it. */
export function earlierAnalyses(...all: Analysis[]): RouteResponse<typeof analysisRoutes.list> {
  return {
    items: all.map((one) => ({
      id: one.id,
      status: one.status,
      stage: one.stage,
      scope: one.scope,
      source: one.source,
      modelVersion: one.modelVersion,
      customersAnalyzed: one.customersAnalyzed,
      needAttention: one.needAttention,
      createdBy: one.createdBy,
      createdAt: one.createdAt,
      completedAt: one.completedAt,
      resultsRemovedAt: one.resultsRemovedAt,
    })),
    totalCount: all.length,
    page: 1,
    pageSize: 10,
    totalPages: all.length === 0 ? 0 : 1,
  };
}

export const scoredCustomer: AnalysisCustomer = {
  customerId: "01a204f8-4dab-7695-8c8a-25b739aa98dd",
  fullName: "Talia Alvarez",
  email: "talia@lanternreach.example",
  externalId: "A-11474",
  churnRiskScore: 61,
  churnRiskLevel: 3,
  scoreChange: 17,
  probability: 0.6075,
  probabilityRange: 7.4,
  factors: [
    {
      feature: "features_used_30d",
      label: "Features used",
      evidence: "2 in the last 30 days, was 4",
      points: 40,
    },
    { feature: "open_tickets", label: "Open support tickets", evidence: "3, was 1", points: 12.5 },
  ],
  recommendations: [
    {
      code: "training_session",
      title: "Offer a training session",
      detail: "Only a part of the product is in use.",
      feature: "features_used_30d",
      measuredEffect: null,
    },
  ],
  stepTaken: null,
  hasLeft: false,
  leftAt: null,
  hasOpenTask: false,
  lifetimeValue: 2015,
  monthlyRevenue: 403,
  yearlyValue: 4836,
  valueAtRisk: 2937.87,
  plan: "Growth",
  subscriptionStatus: 1,
  paymentStatus: 0,
};

/** Whom to contact of `scoredCustomer` and another one, with whom every step was taken. */
export const contactPlan: ContactPlan = {
  currency: "USD",
  contacts: 2,
  customers: 1436,
  orderedBy: "valueAtRisk",
  expectedLeavers: 1.1,
  shareOfLeavers: 0.01,
  valueAtRisk: 4_700,
  shareOfValueAtRisk: 0.013,
  expectedSaves: { saveRate: 0.25, customers: 0.3, value: 1_175 },
  measuredSaves: null,
  curve: [
    { contacts: 0, expectedLeavers: 0, valueAtRisk: 0 },
    { contacts: 1436, expectedLeavers: 118, valueAtRisk: 364_571 },
  ],
  items: [
    {
      customerId: scoredCustomer.customerId,
      fullName: scoredCustomer.fullName,
      email: scoredCustomer.email,
      churnRiskScore: 61,
      churnRiskLevel: 3,
      probability: 0.6075,
      valueAtRisk: 2937.87,
      nextStep: "Offer a training session",
      stepTaken: null,
      hasLeft: false,
      leftAt: null,
    },
    {
      customerId: "01a204f8-4dab-7695-8c8a-25b739aa98de",
      fullName: "Renata Salgado",
      email: "renata@harborline.example",
      churnRiskScore: 48,
      churnRiskLevel: 2,
      probability: 0.48,
      valueAtRisk: 1762.13,
      nextStep: null,
      stepTaken: { title: "Send a payment update link", doneAt: "2026-11-20T09:00:00.000Z" },
      hasLeft: false,
      leftAt: null,
    },
  ],
};

/** A page of the customers that an analysis scored. */
export function scoredCustomers(items: AnalysisCustomer[], page = 1) {
  return { items, totalCount: items.length, page, pageSize: 25, totalPages: 1 };
}

const rule = { definition: "cancelled", inactiveDays: 60 } as const;

/** Nobody's score has come of age, nobody waits for theirs. */
export const noTrackRecord: TrackRecord = {
  feedback: [],
  horizonDays: 90,
  churn: rule,
  matured: 0,
  byRules: 0,
  waiting: 0,
  nextKnownAt: null,
  latest: null,
  months: [],
};

const critical = { scored: 20, left: 12, share: 0.6, lower: 0.39, upper: 0.78 };

/** Of twenty scored Critical twelve left; one leaver was missed. */
export const trackRecord: TrackRecord = {
  ...noTrackRecord,
  matured: 120,
  waiting: 40,
  nextKnownAt: "2027-02-20T09:00:00.000Z",
  latest: {
    churn: rule,
    horizonDays: 90,
    scoredFrom: "2026-08-01T09:00:00.000Z",
    scoredTo: "2026-08-01T09:00:00.000Z",
    customers: 120,
    left: 13,
    meanProbability: 0.1,
    levels: [
      { level: 0, meanProbability: 0.02, scored: 100, left: 1, share: 0.01, lower: 0, upper: 0.05 },
      { level: 3, meanProbability: 0.55, ...critical },
    ],
    sentence: "Of 20 customers scored Critical on Aug 1, 2026, 12 left within 90 days (60%).",
    missed: {
      count: 1,
      customers: [
        {
          customerId: scoredCustomer.customerId,
          name: "Talia Alvarez",
          score: 4,
          level: 0,
          scoredAt: "2026-08-01T09:00:00.000Z",
        },
      ],
    },
  },
  months: [
    {
      month: "2026-08",
      churn: rule,
      horizonDays: 90,
      meanProbability: 0.1,
      missed: 1,
      scored: 120,
      left: 13,
      share: 0.108,
      lower: 0.06,
      upper: 0.18,
    },
  ],
};

/** Two steps of the product's own. */
export function nextSteps(changed: Partial<NextSteps> = {}): NextSteps {
  const own = { keywords: [], enabled: true, isProductStep: true };
  return {
    steps: [
      {
        ...own,
        code: "payment_link",
        title: "Send a payment update link",
        detail: "A payment did not go through; a working card removes the reason.",
        about: "Failed, overdue or declined payments",
      },
      {
        ...own,
        code: "success_call",
        title: "Book a success call",
        detail: "Use has dropped or is low; ask what changed.",
        about: "Logins, sessions, usage and last activity",
      },
    ],
    isDefault: true,
    updatedAt: null,
    ...changed,
  };
}
