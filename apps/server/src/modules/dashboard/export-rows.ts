import { Readable } from "node:stream";
import { riskLevelLabel, type dashboardRowsExport, type DashboardRow } from "@forestay/contracts";
import type { z } from "zod";
import { csvLine } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { readRows } from "./read-rows.ts";

const ROWS_PER_READ = 2000;

const header = [
  "customer_id",
  "name",
  "email",
  "day",
  "movement",
  "reason",
  "risk_level",
  "chance_of_leaving",
  "before",
  "after",
  "amount",
  "currency",
];

/** All rows of a number as CSV, in the order of its list, some thousands at a time. Amounts in major units. */
export async function openRowsExport(
  db: Database,
  companyId: string,
  query: z.output<typeof dashboardRowsExport>,
  now: Date,
): Promise<Readable> {
  const read = (cursor?: string) =>
    readRows(
      db,
      companyId,
      { ...query, limit: ROWS_PER_READ, ...(cursor === undefined ? {} : { cursor }) },
      now,
    );
  // What cannot be opened is refused before the first byte.
  const first = await read();
  async function* lines() {
    // A byte order mark: without it spreadsheets read UTF-8 as something else.
    yield "\u{FEFF}" + csvLine(header);
    for (let page = first; ;) {
      yield page.items.map((row) => csvLine(cells(row, page.currency))).join("");
      if (page.nextCursor === null) return;
      page = await read(page.nextCursor);
    }
  }
  return Readable.from(lines());
}

const cells = (row: DashboardRow, currency: string) => [
  row.customerId,
  row.name,
  row.email,
  row.day,
  row.kind,
  row.reason,
  row.level === null ? null : riskLevelLabel(row.level),
  row.probability,
  row.before,
  row.after,
  row.amount,
  row.amount === null ? null : currency,
];
