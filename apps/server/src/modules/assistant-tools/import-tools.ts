import { importJobSchema, importSummarySchema, jobStatusLabel } from "@forestay/contracts";
import { z } from "zod";
import { listImportJobs, presentImportSummary, readStatus } from "#modules/imports/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { defineTool, MOST_ROWS, USUAL_ROWS } from "./tool.ts";

const job = importJobSchema.pick({
  id: true,
  kind: true,
  fileName: true,
  step: true,
  progress: true,
  processedRows: true,
  dryRun: true,
  counts: true,
  effects: true,
  questions: true,
  errorGroups: true,
  notices: true,
  failure: true,
  createdBy: true,
  createdAt: true,
  completedAt: true,
  undoneAt: true,
  canUndoUntil: true,
}).shape;

export const importTools = [
  defineTool({
    name: "list_imports",
    title: "List imports",
    description:
      "Files that were imported, newest first, with their state and how many rows were created, updated and wrong.",
    group: "imports",
    policy: "customers:read",
    readOnly: true,
    input: z.object({ limit: z.number().int().min(1).max(MOST_ROWS).default(USUAL_ROWS) }),
    output: z.object({
      imports: z.array(importSummarySchema.omit({ format: true }).extend({ status: z.string() })),
      totalCount: z.number(),
    }),
    async run({ db }, { companyId }, { limit }) {
      const found = await withTenant(db, companyId, (tx) =>
        listImportJobs(tx, companyId, { page: 1, pageSize: limit }),
      );
      const items = found.items.map(presentImportSummary);
      return { ...found, imports: items.map((one) => ({ ...one, status: jobStatusLabel(one.status) })) };
    },
  }),
  defineTool({
    name: "get_import",
    title: "Get an import",
    description:
      "One import: its counts, what it changed, and its errors by kind, each with what is wrong, what to do, how often, the first rows and an example.",
    group: "imports",
    policy: "customers:read",
    readOnly: true,
    input: z.object({ id: z.uuid() }),
    output: z.object({ ...job, status: z.string() }),
    async run({ db, clock }, { companyId }, { id }) {
      const read = await withTenant(db, companyId, (tx) => readStatus(tx, companyId, id, clock.now()));
      return { ...read, status: jobStatusLabel(read.status) };
    },
  }),
];
