import { z } from "zod";
import { timestamp } from "../shapes.ts";
import { WEBHOOK_CUSTOMERS } from "./vocabulary.ts";
import type { WEBHOOK_TEST_KIND, WebhookKind } from "./vocabulary.ts";

/** By what both sides know a customer: our id, and the company's own where it gave one. */
const customer = { id: z.uuid(), externalId: z.string().nullable() };
const customers = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.array(z.strictObject({ ...customer, ...shape })).max(WEBHOOK_CUSTOMERS);
const score = z.int().min(0).max(100);
const level = z.enum(["Low", "Medium", "High", "Critical"]);
const stage = z.enum(["At risk", "Plan", "Saving", "Recovered", "Lost"]);

const segment = z.strictObject({ segmentId: z.uuid(), segmentName: z.string(), customers: customers({}) });
const riskCase = { caseId: z.uuid(), customer: z.strictObject(customer), reason: z.string() };
const file = {
  importId: z.uuid(),
  fileName: z.string(),
  rows: z.string(),
  createdCount: z.int(),
  updatedCount: z.int(),
  errorCount: z.int(),
};
const analysis = { analysisId: z.uuid(), trigger: z.string() };

/** What `data` holds, by kind: exactly this and nothing else. */
export const webhookData = {
  "customer.score_changed": z.strictObject({
    analysisId: z.uuid(),
    customers: customers({ previousScore: score, score }),
  }),
  "customer.risk_level_changed": z.strictObject({
    analysisId: z.uuid(),
    customers: customers({ previousScore: score, score, previousLevel: level, level }),
  }),
  "customer.erased": z.strictObject({ customerId: z.uuid() }),
  "segment.entered": segment,
  "segment.left": segment,
  "risk_case.opened": z.strictObject({ ...riskCase, stage }),
  "risk_case.moved": z.strictObject({ ...riskCase, previousStage: stage, stage }),
  "risk_case.closed": z.strictObject({ ...riskCase, outcome: z.enum(["recovered", "lost"]) }),
  "campaign.step_reached": z.strictObject({
    campaignId: z.uuid(),
    campaignName: z.string(),
    stepId: z.string(),
    stepName: z.string(),
    customers: customers({}),
  }),
  "import.completed": z.strictObject(file),
  "import.failed": z.strictObject({ ...file, failure: z.string() }),
  "analysis.completed": z.strictObject({
    ...analysis,
    customersAnalyzed: z.int(),
    customersAtRisk: z.int(),
  }),
  "analysis.failed": z.strictObject({ ...analysis, failure: z.string() }),
  ping: z.strictObject({ message: z.string() }),
} satisfies Record<WebhookKind | typeof WEBHOOK_TEST_KIND, z.ZodType>;

export type WebhookData = { [K in keyof typeof webhookData]: z.output<(typeof webhookData)[K]> };

/** The body of a delivery. */
export interface WebhookBody<K extends keyof WebhookData = keyof WebhookData> {
  type: K;
  /** When it happened. */
  timestamp: z.output<typeof timestamp>;
  data: WebhookData[K];
}
