import { z } from "zod";
import { defineRoute } from "../route.ts";
import { idParams } from "../shapes.ts";
import { alikeCustomersSchema, alikeFeaturesParam } from "./alike-schemas.ts";
import {
  companyWhatIfSchema,
  explanationSchema,
  fieldChangeSchema,
  customerGroupSchema,
  whatIfFieldsSchema,
  whatIfSchema,
} from "./schemas.ts";

export const whatIfRoutes = {
  customer: defineRoute({
    method: "POST",
    path: "/analytics/customers/:id/what-if",
    summary: "A customer's score with some fields changed, by the whole model; changes nothing stored",
    policy: "analytics:read",
    params: idParams,
    body: z.object({
      changes: z.array(fieldChangeSchema).max(10).default([]),
      /** Whether to look for the smallest changes that help as well: takes longer than a change alone. */
      withSuggestions: z.boolean().default(false),
    }),
    response: whatIfSchema,
    rateLimit: "read",
    errors: ["invalid_state"],
    tags: ["What-if"],
  }),
  fields: defineRoute({
    method: "GET",
    path: "/analytics/what-if",
    summary: "What a company-level what-if can change, and by what a group can be picked",
    policy: "analytics:read",
    response: whatIfFieldsSchema,
    rateLimit: "read",
    errors: ["invalid_state"],
    tags: ["What-if"],
  }),
  company: defineRoute({
    method: "POST",
    path: "/analytics/what-if",
    summary:
      "Expected leavers and revenue at risk with a field changed for all active customers or a group, on a sample of them",
    policy: "analytics:read",
    body: z.object({
      changes: z
        .array(
          z.union([
            fieldChangeSchema,
            z.object({ field: z.string().max(200), percent: z.number().min(-100).max(1000) }),
          ]),
        )
        .min(1)
        .max(10),
      group: customerGroupSchema.optional(),
    }),
    response: companyWhatIfSchema,
    rateLimit: "read",
    errors: ["invalid_state"],
    tags: ["What-if"],
  }),
};

export const explanationRoutes = {
  get: defineRoute({
    method: "GET",
    path: "/analytics/customers/:id/explanation",
    summary: "Factors and next steps of a customer's score, worked out now by what gave the score",
    policy: "analytics:read",
    params: idParams,
    response: explanationSchema,
    rateLimit: "read",
    errors: ["invalid_state"],
    tags: ["Analytics"],
  }),
};

export const alikeRoutes = {
  get: defineRoute({
    method: "GET",
    path: "/analytics/customers/:id/alike",
    summary:
      "Customers who looked like this one in what the score is made of, and how many of them left; on a sample of a large company",
    policy: "analytics:read",
    params: idParams,
    query: z.object({ features: alikeFeaturesParam }),
    response: alikeCustomersSchema,
    rateLimit: "read",
    errors: ["invalid_state"],
    tags: ["Analytics"],
  }),
};
