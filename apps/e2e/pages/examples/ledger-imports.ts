import type { ColumnProfile, ImportJob, ImportKind, ImportTarget } from "@forestay/contracts";
import { importJob } from "./imports.ts";

interface LedgerFile {
  reason: string;
  /** Column -> what it becomes and what stands in it. */
  columns: Record<string, readonly [ImportTarget, ...string[]]>;
}

const files: Record<Exclude<ImportKind, "customers">, LedgerFile> = {
  subscriptions: {
    reason: "Each row has a subscription with its start and price",
    columns: {
      "Subscription ID": ["subscriptionId", "S-1001", "S-1002"],
      "Customer ID": ["externalId", "C-1001", "C-1002"],
      Plan: ["plan", "Team", "Business"],
      Amount: ["price", "49.00", "12.00"],
      Seats: ["quantity", "1", "12"],
      "Start date": ["subscriptionStart", "2024-01-31", "2025-03-01"],
      "End date": ["subscriptionEnd", "2026-03-01"],
      Notes: ["skip", "moved from trial"],
    },
  },
  invoices: {
    reason: "Each row has an invoice number, an amount and a date",
    columns: {
      Number: ["invoiceId", "R-1001", "R-1002"],
      "Customer ID": ["externalId", "C-1001", "C-1002"],
      Date: ["issuedAt", "2026-09-01", "2026-10-01"],
      Total: ["amount", "49.00", "1,290.00"],
      Status: ["invoiceStatus", "paid", "open"],
    },
  },
  payments: {
    reason: "Each row has an amount, a time and what came of it",
    columns: {
      "Charge ID": ["paymentId", "ch_1001", "ch_1002"],
      "Customer email": ["email", "ann@acme.test", "bob@bolt.test"],
      Created: ["attemptedAt", "2026-10-15 03:00", "2026-10-18 03:00"],
      Amount: ["amount", "49.00", "90.00"],
      Result: ["paymentResult", "failed", "succeeded"],
      "Decline code": ["declineCode", "insufficient_funds"],
    },
  },
  events: {
    reason: "Each row says what a customer did and when",
    columns: {
      user_id: ["externalId", "u-1001", "u-1002"],
      login_at: ["occurredAt", "2026-10-15 08:00", "2026-10-16 09:30"],
    },
  },
};

/** A file of this kind, just read and recognised: it waits for a person to say that its columns are right. */
export function ledgerImport(
  kind: Exclude<ImportKind, "customers">,
  changed: Partial<ImportJob> = {},
): ImportJob {
  const { reason, columns } = files[kind];
  const profiles = Object.entries(columns).map(([column, [target, ...samples]]): ColumnProfile => ({
    column,
    kind: "text",
    filledShare: 1,
    distinctCount: samples.length,
    samples,
    needsDateOrder: false,
    needsNumberStyle: false,
    ...(["invoiceStatus", "paymentResult"].includes(target) ? { words: samples } : {}),
  }));
  return importJob({
    kind,
    fileName: `${kind}.csv`,
    reading: { sheets: [], sheet: null, hasHeadings: true, asksHeadings: false, kindReason: reason },
    columns: profiles,
    mapping: {
      columns: Object.entries(columns).map(([column, [target]]) => ({
        column,
        target,
        dateOrder: "YMD" as const,
        numberStyle: "us" as const,
      })),
      options: { unknownCustomers: "park", ...(kind === "invoices" ? { areOrders: false } : {}) },
    },
    ...changed,
  });
}

const counts = {
  totalRows: 1220,
  create: 1186,
  update: 0,
  skip: 0,
  error: 16,
  ledger: {
    parked: 18,
    customersCreated: 0,
    totals: [
      { currency: "USD", rows: 1180, amount: 412_330.1 },
      { currency: "EUR", rows: 24, amount: 9_100 },
    ],
    from: "2024-01-03",
    to: "2026-10-30",
  },
};

/** Invoices that were checked: some wait for their customer, some are wrong, two bills stand in several rows. */
export const checkedInvoices = ledgerImport("invoices", {
  status: 1,
  step: "confirm",
  dryRun: counts,
  notices: [
    "18 rows are of customers who are not here yet (such as “C-9001”, “C-9002”): they wait, and join by themselves when their customers come.",
  ],
  questions: [
    {
      code: "repeats",
      column: "Number",
      message:
        "2 invoices stand in several rows with different amounts, and only the last row of each counts. Where the file has a row for each part of them, bring one with the whole amount in a row instead.",
    },
  ],
  errorGroups: [
    {
      code: "negative_amount",
      column: "Total",
      message:
        "A negative amount, as of a credit note. Leave the row out, and put what was given back into 'Amount refunded' of its invoice.",
      count: 16,
      rows: [12, 88, 140, 141, 300],
      example: "-20.00",
    },
  ],
  hasErrorFile: true,
});

export const finishedInvoices: ImportJob = {
  ...checkedInvoices,
  status: 3,
  step: "done",
  questions: [],
  counts,
  startedAt: "2026-11-22T11:00:00.000Z",
  completedAt: "2026-11-22T11:00:12.000Z",
  canUndoUntil: "2026-11-29T11:00:12.000Z",
};
