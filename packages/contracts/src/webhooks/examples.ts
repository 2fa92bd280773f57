import type { WebhookBody, WebhookData } from "./payload-schemas.ts";

const timestamp = "2026-11-22T12:00:00.000Z";
const analysisId = "01a1ffb5-2749-7cc5-bf66-f08de88005c9";
const customer = { id: "01a1ffb5-28ff-7a2c-b496-6fe6352ee1f8", externalId: "c-1001" };
const segment = {
  segmentId: "01a1ffb5-22ed-79fd-8fb8-fa9221ed50ae",
  segmentName: "Quiet large accounts",
  customers: [customer],
};
const riskCase = { caseId: "01a20600-0000-7b02-beb1-3611e12c0001", customer, reason: "price" };
const file = {
  importId: "01a1ffb5-2749-7cc5-bf66-f08de88005ca",
  fileName: "customers.csv",
  rows: "customers",
  createdCount: 120,
  updatedCount: 2298,
  errorCount: 3,
};
const moved = { previousScore: 34, score: 71 };

const dataOf: WebhookData = {
  "customer.score_changed": { analysisId, customers: [{ ...customer, ...moved }] },
  "customer.risk_level_changed": {
    analysisId,
    customers: [{ ...customer, ...moved, previousLevel: "Medium", level: "Critical" }],
  },
  "customer.erased": { customerId: customer.id },
  "segment.entered": segment,
  "segment.left": segment,
  "risk_case.opened": { ...riskCase, stage: "At risk" },
  "risk_case.moved": { ...riskCase, previousStage: "At risk", stage: "Plan" },
  "risk_case.closed": { ...riskCase, outcome: "recovered" },
  "campaign.step_reached": {
    campaignId: "01a1ffb5-2749-7cc5-bf66-f08de88005cb",
    campaignName: "Quiet accounts",
    stepId: "webhook1",
    stepName: "Show the tour",
    customers: [customer],
  },
  "import.completed": file,
  "import.failed": { ...file, createdCount: 0, updatedCount: 0, failure: "The file could not be read." },
  "analysis.completed": { analysisId, trigger: "nightly", customersAnalyzed: 2418, customersAtRisk: 212 },
  "analysis.failed": { analysisId, trigger: "person", failure: "Too few customers have a date of start." },
  ping: { message: "A test from Forestay. Nothing has happened." },
};

/** A body of every kind as it is sent; tests hold each against its schema and against what the server really sends. */
export const webhookExamples = Object.fromEntries(
  Object.entries(dataOf).map(([type, data]) => [type, { type, timestamp, data }]),
) as { readonly [K in keyof WebhookData]: WebhookBody<K> };
