import { copyLine } from "./copy-line.ts";
import type { CustomerInput } from "./customer-record.ts";

/** Rows that are written by one statement: no two with different keys can mean the same customer. */
export interface CustomerWave {
  /** COPY text lines in UTF-8, one per row, columns in the order of `pendingColumns`. Bytes, because they cross processes. */
  bytes: Uint8Array;
  rowCount: number;
}

/** A row and its place in the caller's data, given back where the row cannot be written. */
export interface IndexedCustomer {
  rowNumber: number;
  customer: CustomerInput;
  /** Where rows stand for a day each. */
  snapshot?: DatedRow;
}

/** The day a row stands for. */
export interface DatedRow {
  /** `YYYY-MM-DD`. */
  takenOn: string;
  /** How the customer stood at its end: there, gone, or there with a known end or label to come. */
  leaving: 0 | 1 | 2;
}

/** Columns of the session's staging table `pending_customers`, in COPY order. */
export const pendingColumns = {
  row_number: "bigint not null",
  external_id: 'text collate "C"',
  email: "text",
  full_name: "text",
  lifetime_value_cents: "bigint",
  monthly_revenue_cents: "bigint",
  currency: "text",
  plan: 'text collate "C"',
  subscription_status: "smallint",
  payment_status: "smallint",
  started_at: "timestamptz",
  tenure_months: "real",
  ended_at: "timestamptz",
  last_activity_at: "timestamptz",
  last_login_at: "timestamptz",
  churned: "boolean",
  churned_at: "timestamptz",
  attributes: "jsonb not null",
  created_at: "timestamptz",
  snapshot_on: "date",
  leaving: "smallint",
} as const;

function pendingLine({ rowNumber, customer, snapshot }: IndexedCustomer): string {
  return copyLine([
    rowNumber,
    customer.externalId,
    customer.email,
    customer.fullName,
    customer.lifetimeValueCents,
    customer.monthlyRevenueCents,
    customer.currency,
    customer.plan,
    customer.subscriptionStatus,
    customer.paymentStatus,
    customer.startedAt,
    customer.tenureMonths,
    customer.endedAt,
    customer.lastActivityAt,
    customer.lastLoginAt,
    customer.churned,
    customer.churnedAt,
    customer.attributes === undefined ? "{}" : JSON.stringify(customer.attributes),
    customer.createdAt,
    snapshot?.takenOn,
    snapshot?.leaving,
  ]);
}

/**
 * Turns rows into waves of COPY text. Rows keyed by id come first, rows keyed by e-mail after them, because the
 * second kind may mean a customer of the first; a key that repeats starts a new wave, so that what a row leaves blank
 * stays as the one before said. Throws on a row with neither key.
 */
export function encodeCustomerWaves(rows: Iterable<IndexedCustomer>): CustomerWave[] {
  const byId = new WaveBuilder();
  const byEmail = new WaveBuilder();
  for (const row of rows) {
    const { externalId, email } = row.customer;
    if (externalId) byId.add(externalId, pendingLine(row));
    else if (email) byEmail.add(email.toLowerCase(), pendingLine(row));
    else throw new TypeError("A customer needs an external id or an e-mail");
  }
  return [...byId.finish(), ...byEmail.finish()];
}

/**
 * Rows of a file, of which the last with a key counts, or that stand for a day each: a key may come back within a wave,
 * so that a file of few customers costs what one of many does. Those keyed by e-mail come after those keyed by id, as
 * above. Pure: an import runs it in its parser process.
 */
export function encodeFileWaves(rows: readonly IndexedCustomer[]): CustomerWave[] {
  return [true, false].flatMap((hasId) => {
    const lines = rows.filter(({ customer }) => Boolean(customer.externalId) === hasId).map(pendingLine);
    return lines.length === 0 ? [] : [{ bytes: Buffer.from(lines.join("")), rowCount: lines.length }];
  });
}

class WaveBuilder {
  private readonly waves: CustomerWave[] = [];
  private keys = new Set<string>();
  private lines: string[] = [];

  add(key: string, line: string): void {
    if (this.keys.has(key)) this.cut();
    this.keys.add(key);
    this.lines.push(line);
  }

  finish(): CustomerWave[] {
    this.cut();
    return this.waves;
  }

  private cut(): void {
    if (this.lines.length === 0) return;
    this.waves.push({ bytes: Buffer.from(this.lines.join("")), rowCount: this.lines.length });
    this.lines = [];
    this.keys = new Set();
  }
}
