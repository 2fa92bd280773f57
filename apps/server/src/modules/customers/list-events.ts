import type { CustomerEvent, TimelineKind } from "@forestay/contracts";
import { timelineKinds } from "@forestay/contracts/vocabulary";
import { byWhom } from "@forestay/contracts/words";
import { sql } from "kysely";
import type { Database } from "#platform/db/database.ts";
import { readPage, type Page, type PageRequest } from "#platform/db/page.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { readCompanyContext } from "./company-context.ts";
import { toMajorUnits } from "./money.ts";

interface EventRow {
  id: string;
  type: string;
  title: string;
  detail: string | null;
  done_by: string | null;
  amount_cents: number | null;
  currency: string | null;
  occurred_at: Date;
}

/** A customer's timeline, newest first, optionally of one type or kind. Throws `not_found` for an unknown customer. */
export async function listEvents(
  db: Database,
  companyId: string,
  customerId: string,
  query: PageRequest & { type?: string | undefined; kind?: TimelineKind | undefined },
): Promise<Page<CustomerEvent>> {
  return withTenant(db, companyId, async (tx) => {
    const found = await sql`
      select 1 from customers where company_id = ${companyId} and id = ${customerId}`.execute(tx);
    if (found.rows.length === 0)
      throw new AppError("not_found", { message: "This customer does not exist." });
    const beginnings = query.kind === undefined ? null : [...timelineKinds[query.kind]];
    const where = sql`from customer_events where company_id = ${companyId} and customer_id = ${customerId}
      and (${query.type ?? null}::text is null or type = ${query.type ?? null})
      and (${beginnings}::text[] is null or exists (select from unnest(${beginnings}::text[]) b where starts_with(type, b)))`;
    const { currency } = await readCompanyContext(tx, companyId);
    return readPage(
      query,
      async () => {
        const { rows } = await sql<{ count: number }>`select count(*) ${where}`.execute(tx);
        return rows[0]?.count ?? 0;
      },
      async ({ limit, offset }) => {
        const { rows } = await sql<EventRow>`
          select id, type, title, detail, done_by, amount_cents, currency, occurred_at ${where}
          order by occurred_at desc, id desc limit ${limit} offset ${offset}`.execute(tx);
        return rows.map((row) => toEvent(row, currency));
      },
    );
  });
}

function toEvent(row: EventRow, companyCurrency: string): CustomerEvent {
  const currency = row.currency ?? companyCurrency;
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    detail: row.detail ?? (row.done_by === null ? null : byWhom(row.done_by)),
    amount: row.amount_cents === null ? null : toMajorUnits(row.amount_cents, currency),
    currency: row.amount_cents === null ? null : currency,
    occurredAt: row.occurred_at.toISOString(),
  };
}
