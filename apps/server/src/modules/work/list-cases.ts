import type { customerCasesSchema, RiskCase, WorkScope } from "@forestay/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database } from "#platform/db/database.ts";
import { readPage, type Page, type PageRequest } from "#platform/db/page.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { toCases } from "./case-rows.ts";
import { requireCustomer } from "./people.ts";

/** Of a customer with more than these somebody else has to be asked. */
const MOST_CLOSED = 20;

/** Open cases by what is at stake, closed ones newest first. */
export async function listCases(
  db: Database,
  user: CompanyUser,
  query: PageRequest & { scope: WorkScope; state: "open" | "closed" },
  now: Date,
): Promise<Page<RiskCase>> {
  const { companyId, userId } = user;
  return withTenant(db, companyId, (tx) => {
    let of = tx
      .selectFrom("risk_cases")
      .where("company_id", "=", companyId)
      .where("closed_at", query.state === "open" ? "is" : "is not", null);
    if (query.scope === "mine") of = of.where("owner_user_id", "=", userId);
    return readPage(
      query,
      async () => (await of.select(sql<number>`count(*)`.as("count")).executeTakeFirstOrThrow()).count,
      async ({ limit, offset }) => {
        const ordered =
          query.state === "open"
            ? of.orderBy("value_cents", (by) => by.desc().nullsLast())
            : of.orderBy("closed_at", "desc");
        const rows = await ordered.orderBy("id").selectAll().limit(limit).offset(offset).execute();
        return toCases(tx, companyId, rows, now);
      },
    );
  });
}

/** A customer's open case, and those that are over. */
export async function casesOfCustomer(
  db: Database,
  companyId: string,
  customerId: string,
  now: Date,
): Promise<z.infer<typeof customerCasesSchema>> {
  return withTenant(db, companyId, async (tx) => {
    await requireCustomer(tx, companyId, customerId);
    const rows = await tx
      .selectFrom("risk_cases")
      .selectAll()
      .where("company_id", "=", companyId)
      .where("customer_id", "=", customerId)
      .orderBy("opened_at", "desc")
      .orderBy("id")
      .limit(MOST_CLOSED)
      .execute();
    const cases = await toCases(tx, companyId, rows, now);
    return {
      open: cases.find(({ closedAt }) => closedAt === null) ?? null,
      closed: cases.filter(({ closedAt }) => closedAt !== null),
    };
  });
}
