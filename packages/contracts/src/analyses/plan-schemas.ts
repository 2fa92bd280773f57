import { z } from "zod";
import { leftSince } from "./left-since.ts";
import { measuredSchema } from "../measured.ts";
import { stepTakenSchema } from "../next-steps/schemas.ts";
import { riskLevelSchema } from "../scoring/schemas.ts";

const plannedCustomerSchema = z.object({
  customerId: z.uuid(),
  fullName: z.string(),
  email: z.string().nullable(),
  churnRiskScore: z.number().int(),
  churnRiskLevel: riskLevelSchema,
  probability: z.number(),
  /** Chance x yearly value, major units; null = value unknown. */
  valueAtRisk: z.number().nullable(),
  /** The strongest next step that was not taken yet; null where none was worked out or all were taken. */
  nextStep: z.string().nullable(),
  stepTaken: stepTakenSchema.nullable(),
  ...leftSince,
});

/** Whom to contact with the time there is. */
export const contactPlanSchema = z.object({
  currency: z.string(),
  contacts: z.number().int(),
  /** Scored customers the plan chooses from. */
  customers: z.number().int(),
  orderedBy: z.enum(["valueAtRisk", "churnRiskScore"]),
  /** Of the chosen customers this many are expected to leave: the most that contacting could save. */
  expectedLeavers: z.number(),
  /** Share of all expected leavers that is among them, 0-1. */
  shareOfLeavers: z.number(),
  valueAtRisk: z.number(),
  shareOfValueAtRisk: z.number(),
  /** With the save rate the caller assumes; null without one. Untested until contacts and outcomes are compared. */
  expectedSaves: z.object({ saveRate: z.number(), customers: z.number(), value: z.number() }).nullable(),
  /**
   * What the measured effects of next steps say: of those who would leave, the share by which fewer left where the step
   * was taken. Only of the chosen customers whose first step has been measured; null where none has. Association, no proof.
   */
  measuredSaves: z
    .object({
      contacts: z.number().int(),
      expectedLeavers: z.number(),
      /** Share of leavers that stays, 0-1; below 0 more left where it was taken. */
      keepShare: measuredSchema,
      customers: measuredSchema,
      /** Major units a year. */
      value: measuredSchema,
      steps: z.array(z.object({ code: z.string(), title: z.string(), contacts: z.number().int() })),
    })
    .nullable(),
  /** What is among the first so many in this order, from none to all: at most 41 points. */
  curve: z.array(
    z.object({ contacts: z.number().int(), expectedLeavers: z.number(), valueAtRisk: z.number() }),
  ),
  /** The first 100 of them, in order. */
  items: z.array(plannedCustomerSchema),
});
export type ContactPlan = z.infer<typeof contactPlanSchema>;

export const planChoice = {
  contacts: z.coerce.number().int().min(1).max(100_000),
  orderBy: z.enum(["valueAtRisk", "churnRiskScore"]).default("valueAtRisk"),
};
