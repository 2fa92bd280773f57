import type { RecoveryCase, RecoverySort, recoveryCasesQuery } from "@forestay/contracts";
import { sql, type SqlBool } from "kysely";
import type { z } from "zod";
import { readCompanySettings } from "#modules/companies/index.ts";
import { toMajorUnits } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { readPage, type Page } from "#platform/db/page.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { toCases } from "./case-rows.ts";
import { chanceSql } from "./learning/chance-of-case.ts";
import { readModel } from "./learning/model-rows.ts";
import { partSql } from "./part-of-case.ts";
import { monthPeriod } from "./recovery-scope.ts";

interface CasesPage extends Page<RecoveryCase> {
  totals: { currency: string; amount: number; recovered: number }[];
}

/** But those by amounts, which are of a currency. */
const orders = {
  amount: null,
  expected: null,
  next: sql`next_at nulls last`,
  failed: sql`first_failed_at`,
  tried: sql`last_tried_at desc`,
} satisfies Record<RecoverySort, unknown>;

/** The queue of open cases, or those that a number adds up from. */
export async function listCases(
  db: Database,
  companyId: string,
  query: z.output<typeof recoveryCasesQuery>,
  now: Date,
): Promise<CasesPage> {
  return withTenant(db, companyId, async (tx) => {
    const { timeZone, currency: own } = await readCompanySettings(tx, companyId);
    const period = query.month === undefined ? null : monthPeriod(query.month, timeZone);
    let of = tx.selectFrom("recovery_cases").where("company_id", "=", companyId);
    if (query.state === "open") of = of.where("closed_at", "is", null);
    if (query.currency !== undefined) of = of.where("currency", "=", query.currency);
    if (query.class !== undefined) of = of.where("decline_class", "=", query.class);
    if (query.reason !== undefined) of = of.where("decline_reason", "=", query.reason);
    if (query.credit !== undefined) of = of.where("credit", "=", query.credit);
    if (query.part !== undefined) of = of.where(sql<SqlBool>`${partSql} = ${query.part}`);
    if (period !== null)
      of = of
        .where("first_failed_at", ">=", new Date(period.startMs))
        .where("first_failed_at", "<", new Date(period.endMs));
    const sums = await of
      .select([
        "currency",
        sql<number>`count(*)`.as("count"),
        sql<number>`sum(amount_minor)::bigint`.as("amount"),
        sql<number>`sum(recovered_minor)::bigint`.as("recovered"),
      ])
      .groupBy("currency")
      .orderBy("currency")
      .execute();
    const page = await readPage(
      query,
      async () => sums.reduce((total, { count }) => total + count, 0),
      async ({ limit, offset }) => {
        const chance =
          query.sort === "expected" ? chanceSql((await readModel(tx, companyId)).model.chances, now) : sql`1`;
        // One currency after the other, the company's own first: a yen is no cent, and nobody here knows a rate.
        const order =
          orders[query.sort] ??
          sql`currency <> ${own}, currency, (amount_minor - recovered_minor) * ${chance} desc`;
        const rows = await of.orderBy(order).orderBy("id").selectAll().limit(limit).offset(offset).execute();
        return toCases(tx, companyId, rows, now);
      },
    );
    return {
      ...page,
      totals: sums.map(({ currency, amount, recovered }) => ({
        currency,
        amount: toMajorUnits(amount, currency),
        recovered: toMajorUnits(recovered, currency),
      })),
    };
  });
}
