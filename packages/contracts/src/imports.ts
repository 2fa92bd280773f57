import { z } from "zod";
import { attributeKindSchema } from "./customers.ts";
import { jobStatusSchema } from "./enumerations.ts";
import { idParams, listOf, pageQuery, timestamp } from "./list.ts";
import { defineRoute } from "./route.ts";

/** Spec section 9. */
export const IMPORTS_PAGE_SIZE = 10;
/** Undo is offered for 7 days after the import finished (decision 11). */
export const IMPORT_UNDO_DAYS = 7;
/** Errors shown on screen; the error file has all of them (reliability: error list <= 100 rows + count). */
export const IMPORT_ERROR_SAMPLE = 100;

/** What a column can become. `attribute` keeps it as a typed attribute of its own name, `skip` leaves it out. */
export const importTargets = {
  externalId: "Customer id",
  email: "E-mail",
  fullName: "Full name",
  firstName: "First name",
  lastName: "Last name",
  lifetimeValue: "Lifetime value",
  monthlyRevenue: "Monthly revenue",
  currency: "Currency",
  plan: "Plan",
  subscriptionStatus: "Subscription status",
  paymentStatus: "Payment status",
  startedAt: "Customer since",
  tenureMonths: "Tenure in months",
  endedAt: "Left on",
  lastActivityAt: "Last activity",
  lastLoginAt: "Last login",
  churned: "Left? (label)",
  snapshotOn: "Snapshot date",
  attribute: "Extra attribute",
  skip: "Do not import",
} as const;
export type ImportTarget = keyof typeof importTargets;
export const importTargetSchema = z.enum(Object.keys(importTargets) as [ImportTarget, ...ImportTarget[]]);

export const dateOrders = ["YMD", "DMY", "MDY"] as const;
export const numberStyles = ["us", "eu"] as const;

/** How one column of the file is read. Formats are shown and changeable; an ambiguous one must be chosen. */
export const columnMappingSchema = z.object({
  column: z.string().max(500),
  target: importTargetSchema,
  attributeKind: attributeKindSchema.optional(),
  dateOrder: z.enum(dateOrders).optional(),
  numberStyle: z.enum(numberStyles).optional(),
  /** Words of the file to numbers of the spec's enumeration, for status columns; yes/no words for the label. */
  valueMap: z.record(z.string().max(200), z.number().int()).optional(),
});
export type ColumnMapping = z.infer<typeof columnMappingSchema>;

export const importMappingSchema = z.object({ columns: z.array(columnMappingSchema).min(1).max(500) });
export type ImportMapping = z.infer<typeof importMappingSchema>;

/** What we saw in a column, so that a person can judge the suggestion. */
export const columnProfileSchema = z.object({
  column: z.string(),
  kind: z.string(),
  filledShare: z.number(),
  distinctCount: z.number().int(),
  samples: z.array(z.string()),
  /** True where the file does not say which date order or number style it uses: a person must choose. */
  needsDateOrder: z.boolean(),
  needsNumberStyle: z.boolean(),
  /** Distinct words of a short list, for mapping statuses and labels. */
  words: z.array(z.string()).optional(),
  suggestionReason: z.string().optional(),
});
export type ColumnProfile = z.infer<typeof columnProfileSchema>;

export const importCountsSchema = z.object({
  totalRows: z.number().int(),
  create: z.number().int(),
  update: z.number().int(),
  /** Rows that change nothing. */
  skip: z.number().int(),
  error: z.number().int(),
  /** Of a file of dated rows: each row is the customer's snapshot of its date. */
  snapshots: z
    .object({
      total: z.number().int(),
      added: z.number().int(),
      changed: z.number().int(),
      customers: z.number().int(),
      /** First and last date, `YYYY-MM-DD`. */
      from: z.string(),
      to: z.string(),
    })
    .optional(),
});
export type ImportCounts = z.infer<typeof importCountsSchema>;

export const importErrorGroupSchema = z.object({
  code: z.string(),
  column: z.string().nullable(),
  /** What is wrong and what to do, in words. */
  message: z.string(),
  count: z.number().int(),
  /** First rows it happened in (line numbers of the file). */
  rows: z.array(z.number().int()),
  /** An example value found. */
  example: z.string().nullable(),
});
export type ImportErrorGroup = z.infer<typeof importErrorGroupSchema>;

export const importRowErrorSchema = z.object({
  row: z.number().int(),
  column: z.string().nullable(),
  expected: z.string(),
  found: z.string(),
});

/** Where a non-terminal job stands: waiting for a person (`mapping`, `confirm`) or at work. */
export const importSteps = ["mapping", "validating", "confirm", "processing", "done"] as const;

export const importJobSchema = z.object({
  id: z.uuid(),
  fileName: z.string(),
  fileSizeBytes: z.number(),
  format: z.enum(["csv", "tsv", "jsonl", "xlsx"]),
  encoding: z.string(),
  delimiter: z.string().nullable(),
  status: jobStatusSchema,
  step: z.enum(importSteps),
  columns: z.array(columnProfileSchema),
  mapping: importMappingSchema.nullable(),
  /** 0-1 of the work of the current step; null while it cannot be known. */
  progress: z.number().nullable(),
  processedRows: z.number().int(),
  /** Of the dry run, once it has run. */
  dryRun: importCountsSchema.nullable(),
  /** Of the import itself; complete once it is Completed. */
  counts: importCountsSchema.nullable(),
  errorGroups: z.array(importErrorGroupSchema),
  errors: z.array(importRowErrorSchema),
  notices: z.array(z.string()),
  /** Why it Failed, in words. */
  failure: z.string().nullable(),
  createdBy: z.string(),
  createdAt: timestamp,
  startedAt: timestamp.nullable(),
  completedAt: timestamp.nullable(),
  undoneAt: timestamp.nullable(),
  canUndoUntil: timestamp.nullable(),
  hasErrorFile: z.boolean(),
});
export type ImportJob = z.infer<typeof importJobSchema>;

export const importSummarySchema = importJobSchema.pick({
  id: true,
  fileName: true,
  fileSizeBytes: true,
  format: true,
  status: true,
  step: true,
  progress: true,
  processedRows: true,
  counts: true,
  createdBy: true,
  createdAt: true,
  completedAt: true,
  undoneAt: true,
});
export type ImportSummary = z.infer<typeof importSummarySchema>;

export const importRoutes = {
  upload: defineRoute({
    method: "POST",
    path: "/imports/upload",
    summary:
      "Upload a CSV, TSV, JSON lines or XLSX file (multipart field `file`; `autoConfirm=true` runs straight through)",
    policy: "customers:write",
    transfer: "multipart",
    response: importJobSchema,
    status: 201,
    rateLimit: "upload",
    idempotent: true,
    tags: ["Imports"],
  }),
  list: defineRoute({
    method: "GET",
    path: "/imports",
    summary: "Imports, newest first",
    policy: "customers:read",
    query: z.object(pageQuery(IMPORTS_PAGE_SIZE)),
    response: listOf(importSummarySchema),
    rateLimit: "read",
    tags: ["Imports"],
  }),
  status: defineRoute({
    method: "GET",
    path: "/imports/:id/status",
    summary: "Where an import stands; polled every 5 s until it is terminal",
    policy: "customers:read",
    params: idParams,
    response: importJobSchema,
    rateLimit: "read",
    tags: ["Imports"],
  }),
  saveMapping: defineRoute({
    method: "PUT",
    path: "/imports/:id/mapping",
    summary: "Save the mapping and start the dry run, which writes nothing",
    policy: "customers:write",
    params: idParams,
    body: importMappingSchema,
    response: importJobSchema,
    rateLimit: "write",
    tags: ["Imports"],
  }),
  confirm: defineRoute({
    method: "POST",
    path: "/imports/:id/confirm",
    summary: "Write what the dry run announced",
    policy: "customers:write",
    params: idParams,
    response: importJobSchema,
    status: 202,
    rateLimit: "write",
    idempotent: true,
    tags: ["Imports"],
  }),
  cancel: defineRoute({
    method: "POST",
    path: "/imports/:id/cancel",
    summary: "Cancel; rows already written stay and can be undone",
    policy: "customers:write",
    params: idParams,
    response: importJobSchema,
    rateLimit: "write",
    idempotent: true,
    tags: ["Imports"],
  }),
  undo: defineRoute({
    method: "POST",
    path: "/imports/:id/undo",
    summary: "Restore every row as it was before this import (for 7 days)",
    policy: "customers:write",
    params: idParams,
    response: importJobSchema,
    status: 202,
    rateLimit: "write",
    idempotent: true,
    tags: ["Imports"],
  }),
  createErrorFile: defineRoute({
    method: "POST",
    path: "/imports/:id/error-file",
    summary: "A one-time link to the complete error file: original row, column, expected, found",
    policy: "customers:read",
    params: idParams,
    response: z.object({ downloadPath: z.string(), expiresAt: timestamp }),
    rateLimit: "write",
    idempotent: true,
    tags: ["Imports"],
  }),
};
