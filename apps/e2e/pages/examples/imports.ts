import type { ImportCounts, ImportEffects, ImportJob, ImportSummary } from "@forestay/contracts";

const counts: ImportCounts = { totalRows: 400, create: 397, update: 0, skip: 0, error: 3 };

/** A file with two columns, just read: it waits for a person to say what they mean. */
export function importJob(changed: Partial<ImportJob> = {}): ImportJob {
  return {
    id: "01a204f8-8000-7b02-beb1-3611e12c0aa9",
    kind: "customers",
    fileName: "customers.csv",
    fileSizeBytes: 20_480,
    format: "csv",
    encoding: "UTF-8",
    delimiter: ",",
    status: 0,
    step: "mapping",
    reading: { sheets: [], sheet: null, hasHeadings: true, asksHeadings: false },
    columns: [
      {
        column: "Customer ID",
        kind: "text",
        filledShare: 1,
        distinctCount: 400,
        samples: ["C-1001", "C-1002"],
        needsDateOrder: false,
        needsNumberStyle: false,
      },
      {
        column: "Joined",
        kind: "date",
        filledShare: 0.9,
        distinctCount: 120,
        samples: ["01/02/2024", "03/04/2024"],
        needsDateOrder: true,
        needsNumberStyle: false,
      },
    ],
    mapping: {
      columns: [
        { column: "Customer ID", target: "externalId" },
        { column: "Joined", target: "startedAt" },
      ],
    },
    earlier: null,
    progress: null,
    processedRows: 0,
    dryRun: null,
    counts: null,
    effects: null,
    questions: [],
    overwrites: [],
    errorGroups: [],
    errors: [],
    notices: [],
    failure: null,
    createdBy: "Maya Okafor",
    createdAt: "2026-11-22T11:00:00.000Z",
    startedAt: null,
    completedAt: null,
    undoneAt: null,
    canUndoUntil: null,
    hasErrorFile: false,
    together: [],
    ...changed,
  };
}

const errorGroups: ImportJob["errorGroups"] = [
  {
    code: "not_a_date",
    column: "Joined",
    message: "Not a date",
    count: 3,
    rows: [121, 251, 334],
    example: "2024-02-31",
  },
];

const effects: ImportEffects = {
  customersBefore: 100,
  customersAfter: 497,
  leftBefore: 12,
  leftAfter: 47,
  leaving: 35,
  returning: 0,
  monthlyRevenueBefore: 4_400,
  monthlyRevenueAfter: 21_900,
  currency: "USD",
};

/** The rows were checked: three of them are wrong. */
export const checkedImport = importJob({
  status: 1,
  step: "confirm",
  dryRun: counts,
  effects,
  errorGroups,
  hasErrorFile: true,
});

/** A file of deals whose closing dates were taken for the days on which customers left. */
export const questionedImport = importJob({
  fileName: "deals.csv",
  status: 1,
  step: "confirm",
  dryRun: { totalRows: 500, create: 0, update: 382, skip: 118, error: 0 },
  effects: {
    customersBefore: 500,
    customersAfter: 500,
    leftBefore: 110,
    leftAfter: 492,
    leaving: 382,
    returning: 0,
    monthlyRevenueBefore: 51_200,
    monthlyRevenueAfter: 1_130,
    currency: "USD",
  },
  questions: [
    {
      code: "leaving",
      column: "CloseDate",
      message:
        "382 customers of the 500 in the file will newly be counted as having left: 492 of 500, where it is 110 of 500 today. The column 'CloseDate' is read as 'Left on'. 361 of them have a subscription status that says otherwise.",
    },
  ],
});

export const runningImport = importJob({ status: 2, step: "processing", progress: 0.5, processedRows: 200 });

export const finishedImport = importJob({
  status: 3,
  step: "done",
  dryRun: counts,
  counts,
  errorGroups,
  errors: [{ row: 121, column: "Joined", expected: "A date", found: "2024-02-31" }],
  startedAt: "2026-11-22T11:00:00.000Z",
  completedAt: "2026-11-22T11:00:12.000Z",
  canUndoUntil: "2026-11-29T11:00:12.000Z",
  hasErrorFile: true,
});

/** An import as the list of earlier ones has it. */
export function importSummary(job: ImportJob): ImportSummary {
  const { id, kind, fileName, fileSizeBytes, format, status, step, progress, processedRows } = job;
  const { counts: written, createdBy, createdAt, completedAt, undoneAt } = job;
  return {
    id,
    kind,
    fileName,
    fileSizeBytes,
    format,
    status,
    step,
    progress,
    processedRows,
    counts: written,
    createdBy,
    createdAt,
    completedAt,
    undoneAt,
  };
}
