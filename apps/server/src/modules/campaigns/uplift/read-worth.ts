import {
  SURE_OF_HARM,
  UPLIFT_HOLDOUTS,
  type contactWorthQuery,
  type ContactWorth,
  type ContactGroup,
} from "@forestay/contracts";
import { sql, type SqlBool } from "kysely";
import type { z } from "zod";
import { readCompanySettings } from "#modules/companies/index.ts";
import { readCustomerNames, toMajorUnits } from "#modules/customers/index.ts";
import type { UpliftQuality } from "#modules/engine/index.ts";
import { readPage } from "#platform/db/page.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { countFinishedHoldouts } from "./learn-uplift.ts";

/** In which of four groups a customer is, on alias `u`; every customer in one. */
const groupSql = sql<ContactGroup>`case when u.harm_share >= ${SURE_OF_HARM} then 'drivenAway'
  when u.harm_share <= ${1 - SURE_OF_HARM} then 'keptByIt' when u.kept_anyway >= 0.5 then 'staysAnyway' else 'leavesAnyway' end`;

/** Whom contact keeps, by expected retained revenue; before it is known, that it is not. */
export async function readWorth(
  tx: Tx,
  companyId: string,
  query: z.output<typeof contactWorthQuery>,
): Promise<ContactWorth> {
  const { currency } = await readCompanySettings(tx, companyId);
  const model = await tx
    .selectFrom("campaign_uplift_models")
    .selectAll()
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  const quality = (model?.quality ?? null) as unknown as UpliftQuality | null;
  const of = query.group === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${groupSql} = ${query.group}`;
  // Those who would be driven away: whoever would cost most first.
  const order =
    query.group === "drivenAway" ? sql`u.worth_cents, u.customer_id` : sql`u.worth_cents desc, u.customer_id`;
  const page = await readPage(
    query,
    async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from campaign_uplifts u where u.company_id = ${companyId} and ${of}`.execute(
        tx,
      );
      return rows[0]?.count ?? 0;
    },
    async ({ limit, offset }) => {
      const { rows } = await sql<{
        id: string;
        uplift: number;
        anyway: number;
        yearly: number | null;
        worth: number;
        group: ContactGroup;
      }>`
        select u.customer_id as id, u.uplift::float8 as uplift, u.kept_anyway::float8 as anyway, u.yearly_value_cents::float8 as yearly,
          u.worth_cents::float8 as worth, ${groupSql} as "group"
        from campaign_uplifts u where u.company_id = ${companyId} and ${of} order by ${order} limit ${limit} offset ${offset}`.execute(
        tx,
      );
      const names = await readCustomerNames(
        tx,
        companyId,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id, uplift, anyway, yearly, worth, group }) => ({
        customerId: id,
        name: names.get(id)?.name ?? "A customer",
        group,
        uplift,
        keptAnyway: anyway,
        yearlyValue: yearly === null ? null : toMajorUnits(yearly, currency),
        worth: toMajorUnits(worth, currency),
      }));
    },
  );
  const { rows: groups } = await sql<{ group: ContactGroup; customers: number; worth: number }>`
    select ${groupSql} as "group", count(*)::int as customers, sum(u.worth_cents)::float8 as worth
    from campaign_uplifts u where u.company_id = ${companyId} group by 1`.execute(tx);
  return {
    ...page,
    currency,
    state:
      model === undefined ? "unknown" : quality === null || quality.interval.low <= 0 ? "unproven" : "known",
    finishedHoldouts: await countFinishedHoldouts(tx, companyId),
    neededHoldouts: UPLIFT_HOLDOUTS,
    learnt:
      model === undefined
        ? null
        : { at: model.learnt_at.toISOString(), campaigns: model.campaigns, customers: model.customers },
    quality:
      quality === null
        ? null
        : {
            coefficient: quality.coefficient,
            low: quality.interval.low,
            high: quality.interval.high,
            all: quality.all,
            best: quality.best,
            curve: quality.curve,
            customers: quality.customers,
          },
    groups: groups.map(({ group, customers, worth }) => ({
      group,
      customers,
      worth: toMajorUnits(worth, currency),
    })),
  };
}
