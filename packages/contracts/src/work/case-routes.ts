import { z } from "zod";
import { listOf, pageQuery } from "../list.ts";
import { defineRoute } from "../route.ts";
import { idParams } from "../shapes.ts";
import { caseClosing, caseInput, caseOutcomesSchema, caseUpdate, riskCaseSchema } from "./case-schemas.ts";
import { customerCasesSchema } from "./overview-schemas.ts";
import { CASE_OUTCOME_DAYS, TASKS_PAGE_SIZE, workScopes } from "./vocabulary.ts";

export const caseRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/cases",
    summary:
      "Risk cases of one person or of everybody: open ones by what is at stake, closed ones newest first",
    policy: "customers:read",
    query: z.object({
      ...pageQuery(TASKS_PAGE_SIZE),
      scope: z.enum(workScopes).default("team"),
      state: z.enum(["open", "closed"]).default("open"),
    }),
    response: listOf(riskCaseSchema),
    rateLimit: "read",
    tags: ["Work"],
  }),
  ofCustomer: defineRoute({
    method: "GET",
    path: "/customers/:id/cases",
    summary: "A customer's open case and its earlier ones",
    policy: "customers:read",
    params: idParams,
    response: customerCasesSchema,
    rateLimit: "read",
    tags: ["Work"],
  }),
  open: defineRoute({
    method: "POST",
    path: "/customers/:id/cases",
    summary: "Open a risk case; a customer has one at a time",
    policy: "customers:write",
    params: idParams,
    body: caseInput,
    response: riskCaseSchema,
    status: 201,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state"],
    tags: ["Work"],
  }),
  change: defineRoute({
    method: "PUT",
    path: "/cases/:id",
    summary: "Move a case to another stage, or change its reason, plan or owner",
    policy: "customers:write",
    params: idParams,
    body: caseUpdate,
    response: riskCaseSchema,
    rateLimit: "write",
    errors: ["invalid_state", "conflict"],
    tags: ["Work"],
  }),
  close: defineRoute({
    method: "POST",
    path: "/cases/:id/close",
    summary: "End a case: recovered, or lost and since when; a model learns from the day",
    policy: "customers:write",
    params: idParams,
    body: caseClosing,
    response: riskCaseSchema,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state", "conflict"],
    tags: ["Work"],
  }),
  reopen: defineRoute({
    method: "POST",
    path: "/cases/:id/reopen",
    summary: "It was not over after all: open again, and a leaving that the case wrote is taken back",
    policy: "customers:write",
    params: idParams,
    response: riskCaseSchema,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state"],
    tags: ["Work"],
  }),
  outcomes: defineRoute({
    method: "GET",
    path: "/cases/outcomes",
    summary: "What became of the cases closed within some days, by reason",
    policy: "customers:read",
    query: z.object({ days: z.coerce.number().int().min(7).max(1100).default(CASE_OUTCOME_DAYS) }),
    response: caseOutcomesSchema,
    rateLimit: "read",
    tags: ["Work"],
  }),
};
