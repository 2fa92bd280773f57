import type { CustomerValueSource } from "@forestay/contracts";
import { sql } from "kysely";
import { idsOf, nameOf, type Actor } from "#modules/companies/index.ts";
import type { SqlClient, Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { ruledNames } from "./file-values.ts";

/** Who says what is written, other than a person or a key: a file, a connected system, the ledger, ... */
export interface Teller {
  source: Exclude<CustomerValueSource["source"], "person" | "key" | "unknown">;
  /** Which import, which system. */
  reference?: string;
  /** A file's name. */
  label?: string;
}

// Somebody who told within the hour is found without a lock; only the first takes one, after the company's totals
// (changeCustomerTotals), which all bulk writers lock first: so none waits for the other in a circle.
const findSql = `select set_config('app.teller', id, true) from customer_tellers
  where company_id = $1 and source = $2 and reference = $3 and label = left($4, 500) and told_by_user_id is null
    and told_by_api_key_id is null and told_at = date_trunc('hour', now())`;
const rememberSql = (values: string) => `with told as (
  insert into customer_tellers (company_id, source, reference, label, told_by_user_id, told_by_api_key_id, told_by, told_at)
  values (${values}, date_trunc('hour', now()))
  on conflict (company_id, source, reference, label, told_at, told_by_user_id, told_by_api_key_id)
    do update set told_by = excluded.told_by returning id)
  select set_config('app.teller', id, true) from told`;

/**
 * From here to the end of the transaction, or until somebody else tells: values of customers that change came from there
 * (the table keeps it, whichever statement writes). Null: not known.
 */
export async function tellFrom(client: SqlClient, companyId: string, teller: Teller | null): Promise<void> {
  if (teller === null) {
    await client.query("select set_config('app.teller', '', true)");
    return;
  }
  const values = [companyId, teller.source, teller.reference ?? "", teller.label ?? ""];
  const { rowCount } = await client.query(findSql, values);
  if (rowCount === 0) await client.query(rememberSql("$1, $2, $3, left($4, 500), null, null, null"), values);
}

/** As tellFrom: a person or an API key says it. */
export async function tellBy(tx: Tx, companyId: string, actor: Actor): Promise<void> {
  const { userId, apiKeyId } = idsOf(actor);
  await sql`with told as (
      insert into customer_tellers (company_id, source, told_by_user_id, told_by_api_key_id, told_by, told_at)
      values (${companyId}, ${apiKeyId === null ? "person" : "key"}, ${userId}, ${apiKeyId}, ${nameOf(actor)},
        date_trunc('hour', now()))
      on conflict (company_id, source, reference, label, told_at, told_by_user_id, told_by_api_key_id)
        do update set told_by = excluded.told_by returning id)
    select set_config('app.teller', id, true) from told`.execute(tx);
}

/** As tellFrom: the statement that follows writes values together with where they came from, as they were kept. */
export async function tellAsStored(tx: Tx): Promise<void> {
  await sql`select set_config('app.teller', 'as_stored', true)`.execute(tx);
}

/** Columns that have a source, by their name on the wire. */
const sourcedColumns = {
  externalId: "external_id",
  email: "email",
  fullName: "full_name",
  monthlyRevenue: "monthly_revenue_cents",
  lifetimeValue: "lifetime_value_cents",
  plan: "plan",
  subscriptionStatus: "subscription_status",
  paymentStatus: "payment_status",
  startedAt: "started_at",
  endedAt: "ended_at",
  lastActivityDate: "last_seen_at",
  churnedAt: "churned_at",
} as const;

interface StoredSources {
  values: Record<string, unknown>;
  marks: Record<string, string>;
  teller: string | null;
  import_id: string | null;
  /** Fields that the ledger rules. */
  ruled: string[];
  made_at: Date;
}

interface TellerRow {
  id: string;
  source: Exclude<CustomerValueSource["source"], "unknown">;
  reference: string;
  label: string;
  told_by: string | null;
  told_at: Date;
}

/** Where each value of a customer came from, and since when it is so. Throws `not_found`. */
export async function readValueSources(
  tx: Tx,
  companyId: string,
  customerId: string,
): Promise<CustomerValueSource[]> {
  const { rows } = await sql<StoredSources>`
    select jsonb_strip_nulls(jsonb_build_object(${sql.raw(
      Object.entries(sourcedColumns)
        .map(([field, column]) => `'${field}', c.${column}`)
        .join(", "),
    )})) || (select coalesce(jsonb_object_agg('attributes.' || key, value), '{}')
        from jsonb_each(c.attributes) where value <> 'null') as values,
      coalesce(c.value_sources, '{}') as marks, c.created_teller as teller, c.created_import_id as import_id,
      array(select jsonb_object_keys(coalesce(c.file_values, '{}'))) as ruled,
      coalesce(uuid_extract_timestamp(c.id), c.created_at) as made_at
    from customers c where c.company_id = ${companyId} and c.id = ${customerId}`.execute(tx);
  const stored = rows[0];
  if (!stored) throw new AppError("not_found", { message: "This customer does not exist." });
  const tellers = await readTellers(tx, companyId, [
    ...Object.values(stored.marks),
    ...(stored.teller === null ? [] : [stored.teller]),
  ]);
  return Object.keys(stored.values).map((field) => ({ field, ...sourceOf(field, stored, tellers) }));
}

async function readTellers(
  tx: Tx,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, TellerRow>> {
  const { rows } = await sql<TellerRow>`
    select id, source, reference, label, told_by, told_at from customer_tellers
    where company_id = ${companyId} and id = any(${[...new Set(ids)]}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

type Said = Omit<CustomerValueSource, "field">;

function sourceOf(field: string, stored: StoredSources, tellers: ReadonlyMap<string, TellerRow>): Said {
  const column = columnOf(field);
  const marks = (column === "last_seen_at" ? ["last_activity_at", "last_login_at"] : [column])
    .map((name) => stored.marks[name])
    .filter((mark) => mark !== undefined);
  const changed = marks.map((mark) => tellers.get(mark)).filter((teller) => teller !== undefined);
  // What the ledger rules it says, whoever said the same before.
  const isRuled = ruledNames.some((name) => name === column) && stored.ruled.includes(column);
  if (marks.length > 0) {
    const latest = changed.reduce<TellerRow | undefined>(
      (last, one) => (last === undefined || one.told_at > last.told_at ? one : last),
      undefined,
    );
    if (latest === undefined) return { source: isRuled ? "ledger" : "unknown", name: null, since: null };
    // What the ledger gave back is a file's again, which one is not kept.
    if (latest.source === "ledger" && !isRuled)
      return { source: stored.import_id === null ? "unknown" : "import", name: null, since: null };
    return saidBy(latest, isRuled);
  }
  const maker = stored.teller === null ? undefined : tellers.get(stored.teller);
  const since = stored.made_at.toISOString();
  if (isRuled) return { source: "ledger", name: null, since };
  if (maker !== undefined) return { ...saidBy(maker, false), since };
  return { source: stored.import_id === null ? "unknown" : "import", name: null, since };
}

const columnOf = (field: string): string =>
  Object.hasOwn(sourcedColumns, field) ? sourcedColumns[field as keyof typeof sourcedColumns] : field;

function saidBy({ source, reference, label, told_by, told_at }: TellerRow, isRuled: boolean): Said {
  const since = told_at.toISOString();
  if (isRuled) return { source: "ledger", name: null, since };
  const name = told_by ?? (label === "" ? (reference === "" ? null : reference) : label);
  return { source, name: source === "import" ? label || null : name, since };
}
