import { z } from "zod";
import { listOf, pageQuery } from "../list.ts";
import { defineRoute } from "../route.ts";
import { downloadLinkSchema, idParams } from "../shapes.ts";
import { timelineKinds, type TimelineKind } from "./vocabulary.ts";
import { customerBatchResult, customerBatchRow, customerChange } from "./batch-schemas.ts";
import {
  customerDetailSchema,
  customerEventSchema,
  customerFacetsSchema,
  customerListQuery,
  customerListResponse,
  customerSearchResponse,
  customerSelectionSchema,
  customerValueSourceSchema,
} from "./schemas.ts";

export const customerRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/customers",
    summary: "Customers, filtered, sorted and paged",
    policy: "customers:read",
    query: customerListQuery,
    response: customerListResponse,
    rateLimit: "read",
    tags: ["Customers"],
  }),
  search: defineRoute({
    method: "GET",
    path: "/customers/search",
    summary: "The first customers by name, e-mail or id; misspelled, those who are nearest to it",
    policy: "customers:read",
    query: z.object({
      text: z.string().trim().min(1).max(200),
      limit: z.coerce.number().int().min(1).max(20).default(6),
    }),
    response: customerSearchResponse,
    rateLimit: "read",
    tags: ["Customers"],
  }),
  facets: defineRoute({
    method: "GET",
    path: "/customers/facets",
    summary: "Counts by plan, risk level and subscription, the company's own attributes and risk bands",
    policy: "customers:read",
    response: customerFacetsSchema,
    rateLimit: "read",
    tags: ["Customers"],
  }),
  get: defineRoute({
    method: "GET",
    path: "/customers/:id",
    summary: "One customer with its score, factors and attributes",
    policy: "customers:read",
    params: idParams,
    response: customerDetailSchema,
    rateLimit: "read",
    tags: ["Customers"],
  }),
  valueSources: defineRoute({
    method: "GET",
    path: "/customers/:id/value-sources",
    summary: "Where each value of a customer came from, and since when it is so",
    policy: "customers:read",
    params: idParams,
    response: z.object({ values: z.array(customerValueSourceSchema) }),
    rateLimit: "read",
    tags: ["Customers"],
  }),
  events: defineRoute({
    method: "GET",
    path: "/customers/:id/events",
    summary: "What was written down on a customer's timeline, newest first; everything: its timeline",
    policy: "customers:read",
    params: idParams,
    query: z.object({
      ...pageQuery(20),
      type: z.string().max(60).optional(),
      kind: z.enum(Object.keys(timelineKinds) as [TimelineKind, ...TimelineKind[]]).optional(),
    }),
    response: listOf(customerEventSchema),
    rateLimit: "read",
    tags: ["Customers"],
  }),
  selectionSummary: defineRoute({
    method: "POST",
    path: "/customers/selection-summary",
    summary: "How many customers a selection holds and what they are worth",
    policy: "customers:read",
    body: customerSelectionSchema,
    response: z.object({ count: z.number().int(), lifetimeValue: z.number(), currency: z.string() }),
    rateLimit: "read",
    tags: ["Customers"],
  }),
  /**
   * The body is a JSON array of rows, or one row a line (NDJSON): each as `customerBatchRow` says. Rows are known by their
   * ids, so that the same batch twice changes nothing the second time: it needs no Idempotency-Key.
   */
  writeBatch: defineRoute({
    method: "POST",
    path: "/customers/batch",
    summary:
      "Create and change up to 10,000 customers by id or e-mail: a JSON array, or one row a line (NDJSON); rows that are wrong are answered by number, the others are written",
    policy: "customers:write",
    transfer: "raw",
    rows: customerBatchRow,
    response: customerBatchResult,
    bodyLimitBytes: 16 * 1024 * 1024,
    timeoutMs: 60_000,
    rateLimit: "write",
    errors: ["bad_request", "validation_failed"],
    tags: ["Customers"],
  }),
  create: defineRoute({
    method: "POST",
    path: "/customers",
    summary: "Create one customer; one with this id or e-mail must not be there yet",
    policy: "customers:write",
    body: customerBatchRow,
    response: customerDetailSchema,
    status: 201,
    rateLimit: "write",
    idempotent: true,
    errors: ["conflict"],
    tags: ["Customers"],
  }),
  update: defineRoute({
    method: "PUT",
    path: "/customers/:id",
    summary: "Change one customer: what is left out stays as it is",
    policy: "customers:write",
    params: idParams,
    body: customerChange,
    response: customerDetailSchema,
    rateLimit: "write",
    errors: ["conflict"],
    tags: ["Customers"],
  }),
  createExport: defineRoute({
    method: "POST",
    path: "/customers/exports",
    summary: "A one-time link that streams the chosen customers as CSV, every row, no cap",
    policy: "customers:read",
    body: z.object({
      selection: customerSelectionSchema,
      columns: z.array(z.string().max(200)).max(500).optional(),
    }),
    response: downloadLinkSchema,
    rateLimit: "write",
    idempotent: true,
    tags: ["Customers"],
  }),
};
