import { Readable } from "node:stream";
import {
  customerSelectionSchema,
  paymentStatusLabel,
  riskLevelLabel,
  subscriptionStatusLabel,
  type AttributeDefinition,
  type CustomerSelection,
  type CustomerSummary,
} from "@forestay/contracts";
import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { entryOf } from "#platform/entry-of.ts";
import { AppError } from "#platform/http/app-error.ts";
import { readFilterContext } from "./filter-context.ts";
import { csvLine, type CsvValue } from "@forestay/contracts/words";
import type { AttributeValue } from "./customer-record.ts";
import { summaryColumns, toSummary, type SummaryRow } from "./customer-summary.ts";
import { listStoredAttributes } from "./define-attributes.ts";
import { selectionCondition } from "./select-customers.ts";

export const exportSchema = z.object({
  selection: customerSelectionSchema,
  columns: z.array(z.string().max(200)).max(500).optional(),
});

type ExportRow = SummaryRow & { attributes: Record<string, AttributeValue> };
type Cell = (summary: CustomerSummary, row: ExportRow) => CsvValue;
interface Column {
  title: string;
  cell: Cell;
}

const ROWS_PER_READ = 2000;

const ownColumns: Record<string, Column> = {
  id: { title: "id", cell: (s) => s.id },
  externalId: { title: "external_id", cell: (s) => s.externalId },
  fullName: { title: "full_name", cell: (s, row) => row.full_name },
  email: { title: "email", cell: (s) => s.email },
  plan: { title: "plan", cell: (s) => s.plan },
  subscriptionStatus: {
    title: "subscription_status",
    cell: (s) => label(s.subscriptionStatus, subscriptionStatusLabel),
  },
  paymentStatus: { title: "payment_status", cell: (s) => label(s.paymentStatus, paymentStatusLabel) },
  monthlyRevenue: { title: "monthly_revenue", cell: (s) => s.monthlyRevenue },
  lifetimeValue: { title: "lifetime_value", cell: (s) => s.lifetimeValue },
  currency: { title: "currency", cell: (s) => s.currency },
  startedAt: { title: "started_at", cell: (s, row) => row.started_at?.toISOString() },
  endedAt: { title: "ended_at", cell: (s, row) => row.ended_at?.toISOString() },
  tenureDays: { title: "tenure_days", cell: (s) => s.tenureDays },
  lastActivityDate: { title: "last_activity_at", cell: (s) => s.lastActivityDate },
  activityStatus: { title: "activity_status", cell: (s) => s.activityStatus },
  churned: { title: "churned", cell: (s) => s.churned },
  churnRiskScore: { title: "churn_risk_score", cell: (s) => s.churnRiskScore },
  churnRiskLevel: { title: "churn_risk_level", cell: (s) => label(s.churnRiskLevel, riskLevelLabel) },
  leavesWithin30: { title: "leaves_within_30", cell: (s) => s.leavesWithin30 },
  leavesWithin60: { title: "leaves_within_60", cell: (s) => s.leavesWithin60 },
  leavesWithin90: { title: "leaves_within_90", cell: (s) => s.leavesWithin90 },
  expectedDays: { title: "expected_days", cell: (s) => s.expectedDays },
  topFactor: { title: "top_factor", cell: (s) => s.topFactor },
  scoredAt: { title: "scored_at", cell: (s) => s.scoredAt },
  createdAt: { title: "created_at", cell: (s) => s.createdAt },
};
/** Names of the list's columns that stand for one of the above. */
const sameColumn: Record<string, string> = {
  tenureDisplay: "tenureDays",
  tenure: "tenureDays",
  lastActivity: "lastActivityDate",
};

function label(value: number | null, labelOf: (value: number) => string): string | null {
  return value === null ? null : labelOf(value);
}

/** Throws `validation_failed` naming the first column that does not exist. */
export function exportColumns(
  names: readonly string[] | undefined,
  attributes: readonly AttributeDefinition[],
): Column[] {
  const attributeColumn = ({ key, label: title }: AttributeDefinition): Column => ({
    title,
    cell: (_summary, row) => (Object.hasOwn(row.attributes, key) ? row.attributes[key] : undefined),
  });
  if (names === undefined) return [...Object.values(ownColumns), ...attributes.map(attributeColumn)];
  return names.map((name) => {
    const own = entryOf(ownColumns, entryOf(sameColumn, name) ?? name);
    if (own) return own;
    const definition = attributes.find((attribute) => `attributes.${attribute.key}` === name);
    if (definition) return attributeColumn(definition);
    throw new AppError("validation_failed", { fields: { columns: `There is no column '${name}'` } });
  });
}

/** The chosen customers as CSV, every row, a few thousand at a time; in order of id. */
export async function openExport(
  db: Database,
  companyId: string,
  request: z.output<typeof exportSchema>,
  now: Date,
): Promise<Readable> {
  const { company, attributes } = await withTenant(db, companyId, async (tx) => ({
    company: await readFilterContext(tx, companyId, now),
    attributes: await listStoredAttributes(tx, companyId),
  }));
  const columns = exportColumns(request.columns, attributes);
  const selection: CustomerSelection = request.selection;
  const condition = selectionCondition(companyId, selection, company);
  async function* lines() {
    // A byte order mark: without it spreadsheets read UTF-8 as something else.
    yield "\u{FEFF}" + csvLine(columns.map((column) => column.title));
    let after = "00000000-0000-0000-0000-000000000000";
    for (;;) {
      const { rows } = await withTenant(db, companyId, (tx) =>
        sql<ExportRow>`select ${summaryColumns}, c.attributes from customers c
          where ${condition} and c.id > ${after}::uuid order by c.id limit ${ROWS_PER_READ}`.execute(tx),
      );
      let text = "";
      for (const row of rows) {
        const summary = toSummary(row, company);
        text += csvLine(columns.map((column) => column.cell(summary, row)));
      }
      if (text !== "") yield text;
      const last = rows.at(-1);
      if (!last || rows.length < ROWS_PER_READ) return;
      after = last.id;
    }
  }
  return Readable.from(lines());
}
