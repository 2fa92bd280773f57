import { z } from "zod";
import { numberedEnum } from "../numbered-enum.ts";
import { daySchema, timestamp } from "../shapes.ts";
import { concernedCustomerSchema, staffSchema } from "./schemas.ts";
import { CaseStage, caseReasons, type CaseReason } from "./vocabulary.ts";

export const caseStageSchema = numberedEnum(CaseStage);
export const caseReasonSchema = z.enum(Object.keys(caseReasons) as [CaseReason, ...CaseReason[]], {
  error: "Choose a reason",
});

const planSchema = z.string().trim().max(2000);

export const caseInput = z.object({
  reason: caseReasonSchema,
  plan: planSchema.default(""),
  ownerUserId: z.uuid().nullable().default(null),
});
export type CaseInput = z.input<typeof caseInput>;

export const caseUpdate = caseInput.extend({
  stage: z.union([z.literal(CaseStage.AtRisk), z.literal(CaseStage.Plan), z.literal(CaseStage.Saving)]),
  /** The version that was changed: who saves over somebody else's change is shown it first. */
  version: z.number().int(),
});

/** How a case ended. Of a lost customer the day it left, or will, is asked: a model learns from it. */
export const caseClosing = z
  .object({
    outcome: z.enum(["recovered", "lost"]),
    reason: caseReasonSchema,
    note: planSchema.default(""),
    leftOn: daySchema.nullable().default(null),
    version: z.number().int(),
  })
  .refine(({ outcome, leftOn }) => outcome === "recovered" || leftOn !== null, {
    message: "Say on which day the customer left, or will",
    path: ["leftOn"],
  });

export const riskCaseSchema = z.object({
  id: z.uuid(),
  customer: concernedCustomerSchema,
  stage: caseStageSchema,
  reason: caseReasonSchema,
  plan: z.string(),
  outcomeNote: z.string(),
  owner: staffSchema.nullable(),
  /** A year of the customer's revenue when the case began, in major units; null: not known. */
  value: z.number().nullable(),
  currency: z.string(),
  /** The score when it began. */
  scoreThen: z.number().int().nullable(),
  /** Every stage it was in, in order, with whole days; the last one goes on while the case is open. */
  stages: z.array(z.object({ stage: caseStageSchema, enteredAt: timestamp, days: z.number().int() })),
  openedBy: z.string(),
  openedAt: timestamp,
  closedAt: timestamp.nullable(),
  leftOn: daySchema.nullable(),
  updatedBy: z.string(),
  updatedAt: timestamp,
  version: z.number().int(),
});
export type RiskCase = z.infer<typeof riskCaseSchema>;

/** What became of the cases that were closed within some days. */
export const caseOutcomesSchema = z.object({
  days: z.number().int(),
  currency: z.string(),
  open: z.number().int(),
  recovered: z.number().int(),
  lost: z.number().int(),
  /** Share of the closed ones that recovered, 0 to 1, with its Wilson 95 % interval; null while none is closed. */
  recoveredShare: z.object({ share: z.number(), low: z.number(), high: z.number() }).nullable(),
  /** A year of revenue of those recovered and lost, as of when their cases began; of customers in the company's currency. */
  recoveredValue: z.number(),
  lostValue: z.number(),
  /** Median days from opening to close. */
  medianDays: z.number().nullable(),
  /** Mean days in each open stage, of cases that were in it. */
  stageDays: z.array(z.object({ stage: caseStageSchema, days: z.number().nullable() })),
  reasons: z.array(
    z.object({
      reason: caseReasonSchema,
      recovered: z.number().int(),
      lost: z.number().int(),
      lostValue: z.number(),
    }),
  ),
});
export type CaseOutcomes = z.infer<typeof caseOutcomesSchema>;
