import { z } from "zod";
import { attributeKindSchema } from "../customers/schemas.ts";
import { jobStatusSchema } from "../jobs/schemas.ts";
import { timestamp } from "../shapes.ts";
import {
  billingIntervals,
  dateOrders,
  importKinds,
  importQuestions,
  importSteps,
  importTargets,
  numberStyles,
  priceMeanings,
  unknownCustomerChoices,
} from "./vocabulary.ts";
import type { BillingInterval, ImportTarget, PriceMeaning, UnknownCustomerChoice } from "./vocabulary.ts";

export const importTargetSchema = z.enum(Object.keys(importTargets) as [ImportTarget, ...ImportTarget[]]);

/** How one column of the file is read. Formats are shown and changeable; an ambiguous one must be chosen. */
export const columnMappingSchema = z.object({
  column: z.string().max(500),
  target: importTargetSchema,
  attributeKind: attributeKindSchema.optional(),
  /** Name an extra attribute is kept under; its column's unless given. */
  attributeKey: z.string().trim().min(1).max(200).optional(),
  dateOrder: z.enum(dateOrders).optional(),
  /** Of years with two digits: the hundred years that end with this one. By the column's meaning unless given. */
  latestYear: z.number().int().min(1950).max(2150).optional(),
  numberStyle: z.enum(numberStyles).optional(),
  /** Of an amount of money: whole minor units (cents), as our own export of everything has it. */
  unit: z.enum(["minor"]).optional(),
  /** Words of the file to numbers of the enumeration, for status columns; yes/no words for the label. */
  valueMap: z.record(z.string().max(200), z.number().int()).optional(),
});
export type ColumnMapping = z.infer<typeof columnMappingSchema>;

const namesOf = <Name extends string>(labels: Record<Name, string>) =>
  z.enum(Object.keys(labels) as [Name, ...Name[]]);

/** What no column says of the rows of a ledger: subscriptions, invoices, payments, events. */
export const ledgerOptionsSchema = z.object({
  unknownCustomers: namesOf<UnknownCustomerChoice>(unknownCustomerChoices).optional(),
  /** Which system the rows' ids are of; `file` unless given. */
  source: z.string().trim().min(1).max(60).optional(),
  /** Of amounts that name none: ISO 4217, the company's unless given. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  /** How often a price is charged, where no column says it. */
  every: namesOf<BillingInterval>(billingIntervals).optional(),
  /** What the price stands for; `interval` unless given. */
  priceMeans: namesOf<PriceMeaning>(priceMeanings).optional(),
  /** The rows are a shop's orders: bought and paid at once, unless their columns say otherwise. */
  areOrders: z.boolean().optional(),
  /** What every row is, where no column says it: `login`. */
  eventType: z.string().trim().min(1).max(100).optional(),
});
export type LedgerOptions = z.infer<typeof ledgerOptionsSchema>;

export const importMappingSchema = z.object({
  columns: z.array(columnMappingSchema).min(1).max(500),
  /** Of every kind but customers. */
  options: ledgerOptionsSchema.optional(),
});
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
  /** Dates with years of two digits: the mapping says which hundred years they are of. */
  hasShortYears: z.boolean().optional(),
  /** Distinct words of a short list, for mapping statuses and labels. */
  words: z.array(z.string()).optional(),
  suggestionReason: z.string().optional(),
});
export type ColumnProfile = z.infer<typeof columnProfileSchema>;

/** How the file is read as a table, where a person may have to say. */
export const importReadingSchema = z.object({
  /** Visible sheets of a workbook, in their order; none of other files. */
  sheets: z.array(z.string()),
  /** The one that is read. */
  sheet: z.string().nullable(),
  /** False: its first row is a customer, and columns are called "Column 1", "Column 2"... */
  hasHeadings: z.boolean(),
  /** The first row looks like a customer, and nobody has said yet whether it is one. */
  asksHeadings: z.boolean(),
  /** Why the rows are taken for what they are, in words; absent where a person said it. */
  kindReason: z.string().optional(),
});
export type ImportReading = z.infer<typeof importReadingSchema>;

/** What a person says of how the file is read; what is left out stays. */
export const importReadingBody = z.object({
  sheet: z.string().max(200).optional(),
  hasHeadings: z.boolean().optional(),
  /** What a row is: the mapping is suggested anew. */
  kind: z.enum(importKinds).optional(),
});
export type ImportReadingChange = z.infer<typeof importReadingBody>;

/** The import before with the same headings, whose mapping this one starts from. */
export const earlierMappingSchema = z.object({
  fileName: z.string(),
  usedAt: timestamp,
  /** What would be suggested without it. */
  suggestion: importMappingSchema,
});
export type EarlierMapping = z.infer<typeof earlierMappingSchema>;

export const importCountsSchema = z.object({
  totalRows: z.number().int(),
  create: z.number().int(),
  update: z.number().int(),
  /** Rows that change nothing. */
  skip: z.number().int(),
  /** Rows left out because a later one of the file has the same key; in no other count. Absent: there are none. */
  duplicate: z.number().int().optional(),
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
  /** Of every kind but customers. */
  ledger: z
    .object({
      /** Rows that wait for their customer; they change nothing yet. */
      parked: z.number().int(),
      /** Customers that are added for these rows. */
      customersCreated: z.number().int(),
      /** Rows of each currency and what they come to, in whole units of it. */
      totals: z.array(z.object({ currency: z.string(), rows: z.number().int(), amount: z.number() })),
      /** First and last day of the rows, `YYYY-MM-DD`; null where none of them is right. */
      from: z.string().nullable(),
      to: z.string().nullable(),
    })
    .optional(),
});
export type ImportCounts = z.infer<typeof importCountsSchema>;

/** What the import would do to the company, of all its customers. */
export const importEffectsSchema = z.object({
  customersBefore: z.number().int(),
  customersAfter: z.number().int(),
  /** Customers that count as having left, by the company's churn rule. */
  leftBefore: z.number().int(),
  leftAfter: z.number().int(),
  /** Of the customers in the file: those that would newly count as having left, and those that no longer would. */
  leaving: z.number().int(),
  returning: z.number().int(),
  /** Monthly revenue of the customers who have not left, in whole units of `currency`. */
  monthlyRevenueBefore: z.number(),
  monthlyRevenueAfter: z.number(),
  currency: z.string(),
});
export type ImportEffects = z.infer<typeof importEffectsSchema>;

/** A consequence so large that a person has to say that it is meant. */
export const importQuestionSchema = z.object({
  code: z.enum(importQuestions),
  /** The column it comes from, where it is one. */
  column: z.string().nullable(),
  /** What would happen and why, in words. */
  message: z.string(),
});
export type ImportQuestion = z.infer<typeof importQuestionSchema>;

/** A column of the same name in another file, whose values would be written over. */
export const importOverwriteSchema = z.object({
  column: z.string(),
  /** The name the attribute is kept under. */
  key: z.string(),
  /** The file that its values came with last. */
  fileName: z.string(),
  /** Customers who would get another value. */
  customers: z.number().int(),
  /** A name under which both can be kept. */
  ownKey: z.string(),
});
export type ImportOverwrite = z.infer<typeof importOverwriteSchema>;

/** The questions of the dry run that the person who confirms has answered with yes; a dry run without any needs no body. */
export const confirmImportSchema = z
  .strictObject({ answered: z.array(z.enum(importQuestions)).max(importQuestions.length).default([]) })
  .nullish();

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
  /** True: only the value is left out, and the rest of the row is imported. */
  keepsRow: z.boolean().optional(),
});
export type ImportErrorGroup = z.infer<typeof importErrorGroupSchema>;

export const importRowErrorSchema = z.object({
  row: z.number().int(),
  column: z.string().nullable(),
  expected: z.string(),
  found: z.string(),
});

export const importJobSchema = z.object({
  id: z.uuid(),
  kind: z.enum(importKinds),
  fileName: z.string(),
  fileSizeBytes: z.number(),
  format: z.enum(["csv", "tsv", "jsonl", "xlsx"]),
  encoding: z.string(),
  delimiter: z.string().nullable(),
  status: jobStatusSchema,
  step: z.enum(importSteps),
  reading: importReadingSchema,
  columns: z.array(columnProfileSchema),
  mapping: importMappingSchema.nullable(),
  /** Null where the mapping is our suggestion, or came with the upload. */
  earlier: earlierMappingSchema.nullable(),
  /** 0-1 of the work of the current step; null while it cannot be known. */
  progress: z.number().nullable(),
  processedRows: z.number().int(),
  /** Of the dry run, once it has run. */
  dryRun: importCountsSchema.nullable(),
  /** Of the import itself; complete once it is Completed. */
  counts: importCountsSchema.nullable(),
  /** Of the dry run: what the import would do to the company. */
  effects: importEffectsSchema.nullable(),
  /** What has to be answered before the import can be confirmed. */
  questions: z.array(importQuestionSchema),
  /** Of the dry run: attributes of another file that would be written over, unless they are kept under another name. */
  overwrites: z.array(importOverwriteSchema),
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
  /** All files that were brought in with this one, itself among them, in the order in which they are best imported. */
  together: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(importKinds),
      fileName: z.string(),
      status: jobStatusSchema,
      step: z.enum(importSteps),
    }),
  ),
});
export type ImportJob = z.infer<typeof importJobSchema>;

export const importSummarySchema = importJobSchema.pick({
  id: true,
  kind: true,
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

/** What an upload says beside its file. */
export const uploadFields = z.object({
  group: z
    .uuid()
    .optional()
    .describe("Same for files that belong together; those of a zip have one of their own"),
  kind: z.enum(importKinds).optional().describe("What a row is; recognised from the columns unless given"),
  autoConfirm: z
    .enum(["true", "false"])
    .optional()
    .describe("`true` runs straight through where nothing has to be asked"),
  sheet: z.string().max(200).optional().describe("Sheet of a workbook; its first visible one unless named"),
  headings: z
    .enum(["true", "false"])
    .optional()
    .describe("Whether the first row holds the headings; asked where it looks like a customer"),
  mapping: z
    .string()
    .max(200_000)
    .optional()
    .describe(
      "A mapping as JSON; without it that of the last import with the same headings, else a suggestion",
    ),
});
