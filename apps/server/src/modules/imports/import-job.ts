import {
  DAY_MS,
  earlierMappingSchema,
  IMPORT_UNDO_DAYS,
  importCountsSchema,
  importEffectsSchema,
  importErrorGroupSchema,
  importOverwriteSchema,
  importQuestionSchema,
  importMappingSchema,
  importReadingSchema,
  columnProfileSchema,
  JobStatus,
  type ImportCounts,
  type ImportErrorGroup,
  type ImportJob,
  type ImportKind,
  type ImportMapping,
  type ImportQuestion,
  type ImportReading,
  type ColumnProfile,
  type ImportSummary,
  type JobStatusValue,
} from "@forestay/contracts";
import type { ResumePoint, TableFormat } from "@forestay/tabular";
import { z } from "zod";
import type { RowProblem } from "./row-problem.ts";

export type ImportStep = ImportJob["step"];

/** A row of import_jobs. */
export interface ImportJobRow {
  id: string;
  kind: ImportKind;
  /** Of files that were brought in together. */
  group_id: string | null;
  file_name: string;
  file_key: string;
  file_size_bytes: number;
  format: ImportJob["format"];
  encoding: string;
  delimiter: string | null;
  table_format: TableFormat;
  status: JobStatusValue;
  step: ImportStep;
  auto_confirm: boolean;
  reading: unknown;
  columns: unknown;
  mapping: unknown;
  earlier: unknown;
  mapping_version: number;
  processed_rows: number;
  resume_point: ResumePoint | null;
  total_rows: number | null;
  dry_run: unknown;
  effects: unknown;
  questions: unknown;
  overwrites: unknown;
  headings_sha256: string | null;
  created_count: number;
  updated_count: number;
  skipped_count: number;
  error_count: number;
  error_groups: unknown;
  notices: unknown;
  failure: string | null;
  created_by: string;
  created_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
  undo_started_at: Date | null;
  undone_at: Date | null;
  undo_position: string | null;
  /** `YYYY-MM-DD`: newest date of a dated file. */
  data_until: string | null;
  snapshots_added: number;
  snapshots_changed: number;
  parked_count: number;
  customers_created_count: number;
}

export interface StoredRowError {
  row_number: number;
  problems: RowProblem[];
}

const profilesSchema = z.array(columnProfileSchema);
const questionsSchema = z.array(importQuestionSchema);
const groupsSchema = z.array(importErrorGroupSchema);

export function mappingOf(row: ImportJobRow): ImportMapping | null {
  return row.mapping === null ? null : importMappingSchema.parse(row.mapping);
}

export function readingOf(row: ImportJobRow): ImportReading {
  return importReadingSchema.parse(row.reading);
}

export function profilesOf(row: ImportJobRow): ColumnProfile[] {
  return profilesSchema.parse(row.columns);
}

export function questionsOf(row: ImportJobRow): ImportQuestion[] {
  return questionsSchema.parse(row.questions);
}

export function noticesOf(row: ImportJobRow): string[] {
  return z.array(z.string()).parse(row.notices);
}

export function errorGroupsOf(row: ImportJobRow): ImportErrorGroup[] {
  return groupsSchema.parse(row.error_groups);
}

/** Counts of what has been written so far; null until writing has begun. */
export function countsOf(row: ImportJobRow): ImportCounts | null {
  const isWriting = row.step === "processing" || (row.step === "done" && row.started_at !== null);
  if (!isWriting) return null;
  const planned = row.dry_run === null ? null : importCountsSchema.parse(row.dry_run);
  return {
    totalRows: row.total_rows ?? row.processed_rows,
    create: row.created_count,
    update: row.updated_count,
    // What is left out for a later row is skipped by the writing, and is no row that says nothing new.
    skip: Math.max(0, row.skipped_count - (planned?.duplicate ?? 0)),
    ...(planned?.duplicate === undefined ? {} : { duplicate: planned.duplicate }),
    error: row.error_count,
    ...(planned?.snapshots
      ? { snapshots: { ...planned.snapshots, added: row.snapshots_added, changed: row.snapshots_changed } }
      : {}),
    ...(planned?.ledger
      ? {
          ledger: {
            ...planned.ledger,
            parked: row.parked_count,
            customersCreated: row.customers_created_count,
          },
        }
      : {}),
  };
}

/** Until when the import can be undone: it wrote or repeated something, has ended, and is not undone or being undone. */
export function undoableUntil(row: ImportJobRow): Date | null {
  const written = row.created_count + row.updated_count + row.snapshots_added + row.snapshots_changed;
  // Rows of the ledger that it repeated stay because of it when the import that wrote them is undone.
  const repeated = row.kind === "customers" ? 0 : row.skipped_count;
  const wrote = written + row.parked_count + repeated > 0;
  const ended =
    row.status === JobStatus.Completed ||
    row.status === JobStatus.Cancelled ||
    row.status === JobStatus.Failed;
  if (!wrote || !ended || row.completed_at === null || row.undo_started_at !== null) return null;
  return new Date(row.completed_at.getTime() + IMPORT_UNDO_DAYS * DAY_MS);
}

/** The job as it crosses the wire; `errors` is the sample shown on screen. */
export function presentImportJob(
  row: ImportJobRow,
  {
    errors,
    together,
    now,
  }: { errors: readonly StoredRowError[]; together: ImportJob["together"]; now: Date },
): ImportJob {
  const until = undoableUntil(row);
  return {
    ...presentImportSummary(row),
    encoding: row.encoding,
    delimiter: row.delimiter,
    reading: readingOf(row),
    columns: profilesOf(row),
    mapping: mappingOf(row),
    earlier: row.earlier === null ? null : earlierMappingSchema.parse(row.earlier),
    dryRun: row.dry_run === null ? null : importCountsSchema.parse(row.dry_run),
    effects: row.effects === null ? null : importEffectsSchema.parse(row.effects),
    questions: questionsOf(row),
    overwrites: z.array(importOverwriteSchema).parse(row.overwrites),
    errorGroups: errorGroupsOf(row),
    errors: errors.flatMap((error) =>
      error.problems.map(({ column, expected, found }) => ({
        row: error.row_number,
        column,
        expected,
        found,
      })),
    ),
    notices: noticesOf(row),
    failure: row.failure,
    startedAt: row.started_at?.toISOString() ?? null,
    canUndoUntil: until !== null && until > now ? until.toISOString() : null,
    hasErrorFile: row.error_count > 0,
    together,
  };
}

export function presentImportSummary(row: ImportJobRow): ImportSummary {
  return {
    id: row.id,
    kind: row.kind,
    fileName: row.file_name,
    fileSizeBytes: row.file_size_bytes,
    format: row.format,
    status: row.status,
    step: row.step,
    progress: progressOf(row),
    processedRows: row.processed_rows,
    counts: countsOf(row),
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
    undoneAt: row.undone_at?.toISOString() ?? null,
  };
}

function progressOf(row: ImportJobRow): number | null {
  if (row.status === JobStatus.Completed) return 1;
  if (row.step === "processing" && row.total_rows !== null) {
    return row.total_rows === 0 ? 1 : Math.min(1, row.processed_rows / row.total_rows);
  }
  if (row.step === "validating" && row.resume_point !== null && row.resume_point.byteOffset > 0) {
    return Math.min(1, row.resume_point.byteOffset / Math.max(1, row.file_size_bytes));
  }
  return null;
}
