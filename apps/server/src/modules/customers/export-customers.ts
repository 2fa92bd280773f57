import { Readable } from "node:stream";
import {
  customerSelectionSchema,
  paymentStatusLabel,
  PaymentStatus,
  riskLevelLabel,
  RiskLevel,
  subscriptionStatusLabel,
  SubscriptionStatus,
  type AttributeDefinition,
  type CustomerSelection,
} from "@forestay/contracts";
import { csvLine } from "@forestay/contracts/words";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import { z } from "zod";
import { copyCsv } from "#platform/db/copy-csv.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, withTenantClient } from "#platform/db/transaction.ts";
import { entryOf } from "#platform/entry-of.ts";
import { AppError } from "#platform/http/app-error.ts";
import { listStoredAttributes } from "./define-attributes.ts";
import { readFilterContext, type FilterContext } from "./filter-context.ts";
import { selectionCondition } from "./select-customers.ts";
import {
  activityStatusSql,
  majorUnitsSql,
  nextRenewalsSql,
  nextRenewalSql,
  tenureDaysSql,
} from "./summary-sql.ts";

export const exportSchema = z.object({
  selection: customerSelectionSchema,
  columns: z.array(z.string().max(200)).max(500).optional(),
});

/** What stands in a column, of table `customers c`. */
type Cell = (company: FilterContext) => RawBuilder<unknown>;
interface Column {
  title: string;
  cell: Cell;
}

const plain =
  (name: string): Cell =>
  () =>
    sql.ref(`c.${name}`);
const text =
  (name: string): Cell =>
  () =>
    safeText(sql.ref(`c.${name}`));
/** ISO 8601; the session's zone is UTC. */
const isoTime = (value: RawBuilder<unknown>) => sql`replace(${value}::timestamp::text, ' ', 'T') || 'Z'`;
const time =
  (name: string): Cell =>
  () =>
    isoTime(sql.ref(`c.${name}`));
const money =
  (name: string): Cell =>
  ({ currency }) =>
    majorUnitsSql(sql.ref(`c.${name}`), currency);
const labelled =
  <Value extends number>(
    name: string,
    values: Record<string, Value>,
    labelOf: (value: number) => string,
  ): Cell =>
  () =>
    sql`case ${sql.ref(`c.${name}`)} ${sql.join(
      Object.values(values).map((value) => sql`when ${sql.lit(value)} then ${sql.lit(labelOf(value))}`),
      sql` `,
    )} end`;

/** Spreadsheets read the full-width signs as the plain ones. */
const FORMULA_START = "^[=+@\\t\\r\\n\uff1d\uff0b\uff0d\uff20-]";
/** Begins with a letter or a digit, as nearly all does: two comparisons tell. */
const isPlain = (
  value: RawBuilder<unknown>,
) => sql<SqlBool>`(${value} collate "C" >= 'A' and ${value} collate "C" < ${"\uff00"}
  or ${value} collate "C" >= '0' and ${value} collate "C" < ':')`;
/** As `csvLine` has it: what a spreadsheet would run as a formula gets an apostrophe. */
export const safeText = (
  value: RawBuilder<unknown>,
): RawBuilder<string | null> => sql`case when ${isPlain(value)} then ${value}
  when ${value} ~ ${FORMULA_START} then '''' || ${value} else ${value} end`;

const ownColumns: Record<string, Column> = {
  id: { title: "id", cell: plain("id") },
  externalId: { title: "external_id", cell: text("external_id") },
  fullName: { title: "full_name", cell: text("full_name") },
  email: { title: "email", cell: text("email") },
  plan: { title: "plan", cell: text("plan") },
  subscriptionStatus: {
    title: "subscription_status",
    cell: labelled("subscription_status", SubscriptionStatus, subscriptionStatusLabel),
  },
  paymentStatus: {
    title: "payment_status",
    cell: labelled("payment_status", PaymentStatus, paymentStatusLabel),
  },
  monthlyRevenue: { title: "monthly_revenue", cell: money("monthly_revenue_cents") },
  lifetimeValue: { title: "lifetime_value", cell: money("lifetime_value_cents") },
  currency: { title: "currency", cell: ({ currency }) => sql`coalesce(c.currency, ${currency})` },
  startedAt: { title: "started_at", cell: time("started_at") },
  endedAt: { title: "ended_at", cell: time("ended_at") },
  tenureDays: { title: "tenure_days", cell: ({ now }) => tenureDaysSql(now) },
  lastActivityDate: { title: "last_activity_at", cell: time("last_seen_at") },
  activityStatus: { title: "activity_status", cell: ({ now }) => activityStatusSql(now) },
  nextRenewalDate: { title: "ledger_next_renewal_at", cell: () => isoTime(sql.ref("renewals.renews_at")) },
  churned: {
    title: "churned",
    cell: () => sql`case when c.churned then 'true' when not c.churned then 'false' end`,
  },
  churnRiskScore: { title: "churn_risk_score", cell: plain("churn_risk_score") },
  churnRiskLevel: {
    title: "churn_risk_level",
    cell: labelled("churn_risk_level", RiskLevel, riskLevelLabel),
  },
  leavesWithin30: { title: "leaves_within_30", cell: plain("leaves_within_30") },
  leavesWithin60: { title: "leaves_within_60", cell: plain("leaves_within_60") },
  leavesWithin90: { title: "leaves_within_90", cell: plain("leaves_within_90") },
  expectedDays: { title: "expected_days", cell: plain("expected_days") },
  valueAtRisk: { title: "value_at_risk", cell: money("value_at_risk_cents") },
  topFactor: { title: "top_factor", cell: text("top_factor") },
  scoredAt: { title: "scored_at", cell: time("scored_at") },
  createdAt: { title: "created_at", cell: time("created_at") },
};
/** Names of the list's columns that stand for one of the above. */
const sameColumn: Record<string, string> = {
  tenureDisplay: "tenureDays",
  tenure: "tenureDays",
  lastActivity: "lastActivityDate",
};

/** Text is made safe, also text of digits; numbers and booleans stay what they are, negative ones too. */
const attributeColumn = ({ key, label: title }: AttributeDefinition): Column => {
  const value = sql`(c.attributes ->> ${key})`;
  return {
    title,
    cell: () => sql`case when ${isPlain(value)} then ${value}
      when jsonb_typeof(c.attributes -> ${key}) = 'string' then ${safeText(value)} else ${value} end`,
  };
};

/** Throws `validation_failed` naming the first column that does not exist. */
export function exportColumns(
  names: readonly string[] | undefined,
  attributes: readonly AttributeDefinition[],
): Column[] {
  if (names === undefined) return [...Object.values(ownColumns), ...attributes.map(attributeColumn)];
  return names.map((name) => {
    const own = entryOf(ownColumns, entryOf(sameColumn, name) ?? name);
    if (own) return own;
    const definition = attributes.find((attribute) => `attributes.${attribute.key}` === name);
    if (definition) return attributeColumn(definition);
    throw new AppError("validation_failed", { fields: { columns: `There is no column '${name}'` } });
  });
}

/** Customers gone through at once: some megabytes of text. */
const CUSTOMERS_PER_READ = 20_000;
/** While one part is sent the next ones are written, on connections of their own. */
const READS_AHEAD = 3;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * The chosen customers as CSV, every one, in order of id. PostgreSQL writes the lines, in short transactions: whoever reads
 * slowly holds none open.
 */
export async function openExport(
  db: Database,
  companyId: string,
  request: z.output<typeof exportSchema>,
  now: Date,
  perRead = CUSTOMERS_PER_READ,
): Promise<Readable> {
  const { company, attributes } = await withTenant(db, companyId, async (tx) => ({
    company: await readFilterContext(tx, companyId, now),
    attributes: await listStoredAttributes(tx, companyId),
  }));
  const columns = exportColumns(request.columns, attributes);
  const selection: CustomerSelection = request.selection;
  const condition = selectionCondition(companyId, selection, company);
  const cells = sql.join(columns.map(({ cell }) => cell(company)));

  // Of a part of all customers in one pass; of those that a list names one by one.
  const renewals = (part: Part) =>
    "customerIds" in selection
      ? sql`cross join lateral (select ${nextRenewalSql(now)} as renews_at) renewals`
      : sql`left join ${nextRenewalsSql(companyId, part, now)} renewals on renewals.customer_id = c.id`;

  const readPart = ({ after, until }: Part) =>
    withTenantClient(db, companyId, async ({ tx, client }) => {
      await sql`set local timezone = 'UTC'`.execute(tx);
      const upTo = until === null ? sql`` : sql`and c.id <= ${until}::uuid`;
      const joined = columns.includes(ownColumns.nextRenewalDate!) ? renewals({ after, until }) : sql``;
      return copyCsv(
        client,
        sql`select ${cells} from customers c ${joined}
          where ${condition} and c.id > ${after}::uuid ${upTo} order by c.id`.compile(tx),
      );
    });
  async function* lines() {
    // A byte order mark: without it spreadsheets read UTF-8 as something else.
    yield Buffer.from("\u{FEFF}" + csvLine(columns.map((column) => column.title)));
    const ahead: Promise<Buffer[]>[] = [];
    for await (const part of partsOf(db, companyId, selection, perRead)) {
      ahead.push(readPart(part));
      // A failure is met when its turn comes, and by then nobody may have listened.
      ahead.at(-1)?.catch(() => undefined);
      if (ahead.length >= READS_AHEAD) yield* await ahead.shift()!;
    }
    for (const part of ahead) yield* await part;
  }
  return Readable.from(lines(), { objectMode: false });
}

/** Customers with ids above `after`, up to `until` or to the last. */
interface Part {
  after: string;
  until: string | null;
}

/** All customers in parts of one size; those that a list names in one. */
async function* partsOf(
  db: Database,
  companyId: string,
  selection: CustomerSelection,
  perRead: number,
): AsyncGenerator<Part> {
  const borderAfter = async (after: string): Promise<string | undefined> => {
    const { rows } = await withTenant(db, companyId, (tx) =>
      sql<{ id: string }>`select id from customers where company_id = ${companyId} and id > ${after}::uuid
        order by id offset ${sql.lit(perRead - 1)} limit 1`.execute(tx),
    );
    return rows[0]?.id;
  };
  let after = FIRST_ID;
  let until = "customerIds" in selection ? undefined : await borderAfter(after);
  while (until !== undefined) {
    yield { after, until };
    after = until;
    until = await borderAfter(after);
  }
  yield { after, until: null };
}
