import { z } from "zod";
import { newPasswordSchema } from "../auth/schemas.ts";
import { companyNameSchema, personNameSchema } from "../names.ts";
import { churnRuleSchema } from "../outcomes/schemas.ts";
import { businessModels, companySizes } from "../settings/vocabulary.ts";
import { onboardingSteps } from "./vocabulary.ts";

/** Each step is saved when it is left; `complete` ends onboarding. Fields of later steps may be absent. */
export const onboardingBody = z.object({
  step: z.enum(onboardingSteps),
  profile: z
    .object({
      firstName: personNameSchema,
      lastName: personNameSchema,
      password: newPasswordSchema.optional(),
    })
    .optional(),
  company: z
    .object({
      name: companyNameSchema,
      size: z.enum(companySizes).optional(),
      businessModel: z.enum(businessModels).optional(),
      currency: z.string().length(3),
      timeZone: z.string().max(60),
    })
    .optional(),
  churn: churnRuleSchema.optional(),
  data: z.object({ choice: z.enum(["import", "demo", "later"]) }).optional(),
  complete: z.boolean().default(false),
});

export const onboardingStateSchema = z.object({
  nextStep: z.enum(onboardingSteps),
  hasPassword: z.boolean(),
  isOwner: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  company: onboardingBody.shape.company.unwrap().partial(),
  churn: churnRuleSchema,
  /** Whether this installation can load the sample company. */
  demoAvailable: z.boolean(),
});

/** The first day's few deeds, each done or not. Null where all are, and in the sample company, which has nothing to set up. */
export const firstDaySchema = z.object({
  steps: z
    .object({
      /** There are customers. */
      customers: z.boolean(),
      /** An analysis has been completed. */
      analysis: z.boolean(),
      /** A next step was marked as done. */
      step: z.boolean(),
      /** Somebody else is in the company, or invited. */
      colleague: z.boolean(),
    })
    .nullable(),
});
export type FirstDay = z.infer<typeof firstDaySchema>;
