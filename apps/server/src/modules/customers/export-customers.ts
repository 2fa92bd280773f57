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
import { sql, type RawBuilder } from "kysely";
import { z } from "zod";
import type { Database } from "#platform/db/database.ts";
import { selectCsv } from "#platform/db/select-csv.ts";
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
  /** Its key, of a column of the company's own. */
  attribute?: string;
}

const own =
  (name: string): Cell =>
  () =>
    sql.ref(`c.${name}`);
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

const ownColumns: Record<string, Column> = {
  id: { title: "id", cell: own("id") },
  externalId: { title: "external_id", cell: own("external_id") },
  fullName: { title: "full_name", cell: own("full_name") },
  email: { title: "email", cell: own("email") },
  plan: { title: "plan", cell: own("plan") },
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
  startedAt: { title: "started_at", cell: own("started_at") },
  endedAt: { title: "ended_at", cell: own("ended_at") },
  tenureDays: { title: "tenure_days", cell: ({ now }) => tenureDaysSql(now) },
  lastActivityDate: { title: "last_activity_at", cell: own("last_seen_at") },
  activityStatus: { title: "activity_status", cell: ({ now }) => activityStatusSql(now) },
  nextRenewalDate: { title: "ledger_next_renewal_at", cell: () => sql.ref("renewals.renews_at") },
  churned: { title: "churned", cell: own("churned") },
  churnRiskScore: { title: "churn_risk_score", cell: own("churn_risk_score") },
  churnRiskLevel: {
    title: "churn_risk_level",
    cell: labelled("churn_risk_level", RiskLevel, riskLevelLabel),
  },
  leavesWithin30: { title: "leaves_within_30", cell: own("leaves_within_30") },
  leavesWithin60: { title: "leaves_within_60", cell: own("leaves_within_60") },
  leavesWithin90: { title: "leaves_within_90", cell: own("leaves_within_90") },
  expectedDays: { title: "expected_days", cell: own("expected_days") },
  valueAtRisk: { title: "value_at_risk", cell: money("value_at_risk_cents") },
  topFactor: { title: "top_factor", cell: own("top_factor") },
  scoredAt: { title: "scored_at", cell: own("scored_at") },
  createdAt: { title: "created_at", cell: own("created_at") },
};
/** Names of the list's columns that stand for one of the above. */
const sameColumn: Record<string, string> = {
  tenureDisplay: "tenureDays",
  tenure: "tenureDays",
  lastActivity: "lastActivityDate",
};

/** As jsonb: of a number's digits no formula is feared, of the same in a text it is. */
const attributeColumn = ({ key, label: title }: AttributeDefinition): Column => ({
  title,
  cell: () => sql`c.attributes -> ${key}::text`,
  attribute: key,
});

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

/** Customers gone through at once, at most; fewer where they are written about at length, and at first, when nobody knows. */
const CUSTOMERS_PER_READ = 20_000;
const CUSTOMERS_AT_FIRST = 1_000;
const FEWEST_CUSTOMERS = 200;
/** A part is read whole, however slowly it is taken. */
const PART_BYTES = 8 << 20;
/**
 * With so much waiting to be sent no further part is read. Lines are sent as they are read: a buffer that lives for more than some
 * twenty megabytes of others is only cleared away with all of the heap.
 */
const HELD_BYTES = 1 << 20;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * The chosen customers as CSV, every one, in order of id, read in short transactions: whoever reads slowly holds none open.
 */
export async function openExport(
  db: Database,
  companyId: string,
  request: z.output<typeof exportSchema>,
  now: Date,
  { perRead = CUSTOMERS_PER_READ, heldBytes = HELD_BYTES } = {},
): Promise<Readable> {
  const { company, attributes } = await withTenant(db, companyId, async (tx) => ({
    company: await readFilterContext(tx, companyId, now),
    attributes: await listStoredAttributes(tx, companyId),
  }));
  const columns = exportColumns(request.columns, attributes);
  const selection: CustomerSelection = request.selection;
  const condition = selectionCondition(companyId, selection, company);
  const { cells, members } = cellsOf(columns, company, attributes.length);

  // Of a part of all customers in one pass; of those that a list names one by one.
  const renewals = (part: Part) =>
    "customerIds" in selection
      ? sql`cross join lateral (select ${nextRenewalSql(now)} as renews_at) renewals`
      : sql`left join ${nextRenewalsSql(companyId, part, now)} renewals on renewals.customer_id = c.id`;

  const readPart = ({ after, until }: Part, take: (lines: Buffer) => void) =>
    withTenantClient(db, companyId, ({ tx, client }) => {
      const upTo = until === null ? sql`` : sql`and c.id <= ${until}::uuid`;
      const joined = columns.includes(ownColumns.nextRenewalDate!) ? renewals({ after, until }) : sql``;
      return selectCsv(
        client,
        sql`select ${sql.join(cells)} from customers c ${joined}
          where ${condition} and c.id > ${after}::uuid ${upTo} order by c.id`.compile(tx),
        take,
        { members },
      );
    });

  let perPart = Math.min(perRead, CUSTOMERS_AT_FIRST);
  let goOn = () => {};
  const write = async () => {
    // A byte order mark: without it spreadsheets read UTF-8 as something else.
    file.push("\u{FEFF}" + csvLine(columns.map((column) => column.title)));
    for await (const part of partsOf(db, companyId, selection, () => perPart)) {
      // Who has gone away is read for no further.
      if (file.destroyed) return;
      let bytes = 0;
      await readPart(part, (lines) => {
        bytes += lines.length;
        if (!file.destroyed) file.push(lines);
      });
      const fitting = Math.floor((part.customers * PART_BYTES) / Math.max(bytes, 1));
      perPart = Math.min(perRead, Math.max(FEWEST_CUSTOMERS, fitting));
      if (!file.destroyed && file.readableLength >= heldBytes)
        await new Promise<void>((resolve) => (goOn = resolve));
    }
    file.push(null);
  };
  let begun = false;
  const file = new Readable({
    highWaterMark: heldBytes,
    read() {
      goOn();
      if (begun) return;
      begun = true;
      write().catch((error: Error) => file.destroy(error));
    },
    destroy(error, done) {
      goOn();
      done(error);
    },
  });
  return file;
}

/** Attributes that stand together are sent in one where they are most of those that there are, else each by itself. */
function cellsOf(columns: readonly Column[], company: FilterContext, attributeCount: number) {
  const cells: RawBuilder<unknown>[] = [];
  const members = new Map<number, string[]>();
  for (let at = 0; at < columns.length;) {
    const keys: string[] = [];
    for (let key = columns[at]!.attribute; key !== undefined; key = columns[at + keys.length]?.attribute)
      keys.push(key);
    if (keys.length > 1 && 2 * keys.length > attributeCount && new Set(keys).size === keys.length) {
      members.set(cells.length, keys);
      cells.push(sql.ref("c.attributes"));
      at += keys.length;
    } else cells.push(columns[at++]!.cell(company));
  }
  return { cells, members };
}

/** Customers with ids above `after`, up to `until` or to the last. */
interface Part {
  after: string;
  until: string | null;
}

/** All customers in parts, of as many as `perPart` says when one is looked for; those that a list names in one. */
async function* partsOf(
  db: Database,
  companyId: string,
  selection: CustomerSelection,
  perPart: () => number,
): AsyncGenerator<Part & { customers: number }> {
  const borderAfter = async (after: string) => {
    const customers = perPart();
    const { rows } = await withTenant(db, companyId, (tx) =>
      sql<{ id: string }>`select id from customers where company_id = ${companyId} and id > ${after}::uuid
        order by id offset ${sql.lit(customers - 1)} limit 1`.execute(tx),
    );
    return { until: rows[0]?.id, customers };
  };
  let after = FIRST_ID;
  let next = "customerIds" in selection ? Promise.resolve(null) : borderAfter(after);
  for (let border = await next; border?.until !== undefined; border = await next) {
    const { until, customers } = border;
    // Found while the part before it is read; a failure is met when its turn comes, and by then nobody may have listened.
    next = borderAfter(until);
    next.catch(() => undefined);
    yield { after, until, customers };
    after = until;
  }
  yield { after, until: null, customers: perPart() };
}
