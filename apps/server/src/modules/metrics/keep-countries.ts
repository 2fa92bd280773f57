import { dayCalendar, isoDay } from "@forestay/metrics";
import { sql } from "kysely";
import { listCompanyIds, readCompanySettings } from "#modules/companies/index.ts";
import { listAttributes, readCompanyContext } from "#modules/customers/index.ts";
import { advisoryLock, lockUntilCommit } from "#platform/db/advisory-lock.ts";
import type { Database } from "#platform/db/database.ts";
import { EVERY_ROW, withTenant, type Tx } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import { addDays, addMonths, firstOfMonth } from "./days.ts";
import { areRollupsBehind } from "./keep-rollups.ts";
import { ALL_PLANS } from "./movement-rows.ts";

/** A statement over all movements: of a large company not for every change of some customer. */
const MINUTES_APART = 10;
const LARGE = { customers: 50_000, minutesApart: 60 };
/** What files and systems call it, in five languages; the whole name of a column. */
const COUNTRY = /^(billing|customer|company|home)?[_ -]?(country|land|pays|pa[ií]s)([_ -]?(code|name))?$/i;

/** Works revenue and retention by country out after customers, movements or the month have changed. */
export const countriesJob = defineCompanyJob({
  name: "metrics.keep-countries",
  cron: "* * * * *",
  listCompanyIds,
  isDue: areCountriesBehind,
  handler: ({ db, clock, payload: { companyId } }) => keepCountries(db, companyId, clock.now()),
});

async function areCountriesBehind(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  const state = await tx
    .selectFrom("rollup_states")
    .selectAll()
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  if (state === undefined) return false;
  const { version, customerCount } = await readCompanyContext(tx, companyId);
  if (state.countries_as_of !== null) {
    const minutes = customerCount > LARGE.customers ? LARGE.minutesApart : MINUTES_APART;
    if (now.getTime() - state.countries_as_of.getTime() < minutes * 60_000) return false;
    const { until } = lastMonth(state.time_zone, now);
    const isSame = Number(state.countries_version) === version && state.kept_at <= state.countries_as_of;
    if (isSame && (await isKept(tx, companyId, until))) return false;
  }
  return !(await areRollupsBehind(tx, companyId));
}

async function isKept(tx: Tx, companyId: string, until: string): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    select not exists (select from country_figures where company_id = ${companyId})
      or exists (select from country_figures where company_id = ${companyId} and until = ${until}) as kept`.execute(
    tx,
  );
  return rows[0]?.kept === true;
}

/** The company's last full month. */
function lastMonth(timeZone: string, now: Date): { from: string; until: string } {
  const first = firstOfMonth(isoDay(dayCalendar(timeZone).dayAt(now.getTime())));
  return { from: addMonths(first, -1), until: addDays(first, -1) };
}

/** Puts the figures of the last full month in place of those before; none where no column holds a country. */
export async function keepCountries(db: Database, companyId: string, now: Date): Promise<void> {
  await withTenant(
    db,
    companyId,
    async (tx) => {
      // Not of movements that a rebuild is about to replace.
      await lockUntilCommit(tx, advisoryLock.rollups, companyId);
      const { timeZone, churnDate } = await readCompanySettings(tx, companyId);
      const { version } = await readCompanyContext(tx, companyId);
      const column = await readCountryColumn(tx, companyId);
      await tx.deleteFrom("country_figures").where("company_id", "=", companyId).execute();
      if (column !== null) await writeFigures(tx, companyId, column.key, lastMonth(timeZone, now));
      await tx
        .insertInto("rollup_states")
        .values({ company_id: companyId, time_zone: timeZone, churn_date: churnDate, kept_at: now })
        .onConflict((conflict) => conflict.column("company_id").doNothing())
        .execute();
      await tx
        .updateTable("rollup_states")
        .set({
          countries_as_of: now,
          countries_column: column?.key ?? null,
          countries_version: version,
        })
        .where("company_id", "=", companyId)
        .execute();
    },
    EVERY_ROW,
  );
}

/** Takes the figures away, which were counted otherwise than the rollups are now: the job makes them anew. */
export async function forgetCountries(tx: Tx, companyId: string): Promise<void> {
  await tx.deleteFrom("country_figures").where("company_id", "=", companyId).execute();
  await tx
    .updateTable("rollup_states")
    .set({ countries_as_of: null })
    .where("company_id", "=", companyId)
    .execute();
}

/** The company's column that holds a country, by its name; the first there is. */
async function readCountryColumn(tx: Tx, companyId: string): Promise<{ key: string } | null> {
  const columns = await listAttributes(tx, companyId);
  return columns.find(({ key, kind }) => kind === "text" && COUNTRY.test(key.trim())) ?? null;
}

async function writeFigures(
  tx: Tx,
  companyId: string,
  key: string,
  { from, until }: { from: string; until: string },
): Promise<void> {
  const held = (day: string) =>
    sql`m.day < ${day}::date and (m.until_day is null or m.until_day >= ${day}::date)`;
  const end = addDays(until, 1);
  await sql`
    insert into country_figures (company_id, until, currency, country, customers, mrr_minor, opening_minor, kept_minor,
      closing_minor, active_at_start, opened, "left")
    select ${companyId}::uuid, ${until}::date, p.currency, coalesce(c.country, ''),
      count(*) filter (where p.closing > 0), sum(p.closing), sum(p.opening), sum(least(p.opening, p.closing)),
      coalesce(sum(p.closing) filter (where p.opening > 0), 0), count(*) filter (where p.before > 0),
      count(*) filter (where p.opening > 0), count(*) filter (where p.before > 0 and p.closing = 0)
    from (
      select m.customer_id, m.currency,
        coalesce(sum(m.after_minor) filter (where ${held(addMonths(end, -12))}), 0) as opening,
        coalesce(sum(m.after_minor) filter (where ${held(from)}), 0) as before,
        coalesce(sum(m.after_minor) filter (where ${held(end)}), 0) as closing
      from mrr_movements m
      where m.company_id = ${companyId} and m.plan = ${ALL_PLANS} and m.after_minor > 0
      group by m.customer_id, m.currency
    ) p left join (
      select id, nullif(btrim(attributes ->> ${key}), '') as country from customers where company_id = ${companyId}
    ) c on c.id = p.customer_id
    where p.opening > 0 or p.before > 0 or p.closing > 0
    group by p.currency, coalesce(c.country, '')`.execute(tx);
}

/** Revenue and retention of a country; amounts in minor units. */
export interface CountryFigures {
  /** '' of whom it is not known. */
  country: string;
  customers: number;
  mrrMinor: number;
  openingMinor: number;
  keptMinor: number;
  closingMinor: number;
  /** Who paid twelve months before. */
  opened: number;
  left: number;
}

/** Countries of the last month that was worked out, the most MRR first; `column` null: customers have none, `until` null: not yet known. */
export async function readCountries(tx: Tx, companyId: string, currency: string) {
  const state = await tx
    .selectFrom("rollup_states")
    .select(["countries_column", "countries_as_of"])
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  const { rows } = await sql<CountryFigures & { until: string }>`
    select until, country, customers, mrr_minor as "mrrMinor", opening_minor as "openingMinor", kept_minor as "keptMinor",
      closing_minor as "closingMinor", opened, "left"
    from country_figures where company_id = ${companyId} and currency = ${currency}
    order by mrr_minor desc, country`.execute(tx);
  return {
    asOf: state?.countries_as_of ?? null,
    column: state?.countries_column ?? null,
    until: rows[0]?.until ?? null,
    rows: rows.map(({ until: _until, ...row }) => row),
  };
}
