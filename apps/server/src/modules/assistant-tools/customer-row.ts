import {
  paymentStatusLabel,
  riskLevelLabel,
  subscriptionStatusLabel,
  type CustomerSummary,
} from "@forestay/contracts";
import { customerSummarySchema } from "@forestay/contracts";
import { z } from "zod";

/** A customer in a row of an answer: the list's own fields, with words where the wire has numbers. */
export const customerRow = customerSummarySchema
  .pick({
    id: true,
    externalId: true,
    fullName: true,
    email: true,
    plan: true,
    monthlyRevenue: true,
    lifetimeValue: true,
    valueAtRisk: true,
    currency: true,
    churnRiskScore: true,
    topFactor: true,
    notScoredReason: true,
    tenureDays: true,
    lastActivityDate: true,
    hasLeft: true,
    leftAt: true,
  })
  .extend({
    churnRiskLevel: z.string().nullable(),
    subscriptionStatus: z.string().nullable(),
    paymentStatus: z.string().nullable(),
  });

const named = (words: (value: number) => string, value: number | null) =>
  value === null ? null : words(value);

/** The same row of what the list answers. */
export const toCustomerRow = <C extends CustomerSummary>(customer: C) => ({
  ...customer,
  churnRiskLevel: named(riskLevelLabel, customer.churnRiskLevel),
  subscriptionStatus: named(subscriptionStatusLabel, customer.subscriptionStatus),
  paymentStatus: named(paymentStatusLabel, customer.paymentStatus),
});
