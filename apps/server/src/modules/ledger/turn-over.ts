import { InvoiceStatus } from "@forestay/contracts/vocabulary";
import { dayCalendar, overdueBefore } from "@forestay/metrics";
import { findCompanyLocale, listCompanyIds } from "#modules/companies/index.ts";
import { changeCustomerTotals } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { EVERY_ROW, withTenantClient, type SqlClient, type Tx } from "#platform/db/transaction.ts";
import { defineCompanyJob } from "#platform/jobs/company-job.ts";
import { refreshStaleCustomers } from "./refresh-customers.ts";

/**
 * Soon after a company's midnight, before anything looks at customers: whose subscription began or ended, whose price or trial did, or whose bill came to
 * be overdue since it ran last, has its row told anew. Works off what was only marked, too.
 */
export const turnOverJob = defineCompanyJob({
  name: "ledger.turn-over",
  cron: "10 * * * *",
  listCompanyIds,
  isDue: isAnotherDay,
  async handler({ db, clock, signal, payload: { companyId } }) {
    await turnOver(db, companyId, clock.now(), signal);
  },
});

/** Whether the company's day is another one than when its rows were turned over last. */
export async function isAnotherDay(tx: Tx, companyId: string, now: Date): Promise<boolean> {
  const last = await tx
    .selectFrom("ledger_turn_overs")
    .select("turned_at")
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  if (last === undefined) return true;
  const calendar = dayCalendar((await findCompanyLocale(tx, companyId))?.timeZone ?? "UTC");
  return calendar.dayAt(now.getTime()) !== calendar.dayAt(last.turned_at.getTime());
}

/** In pieces, each a transaction of its own: what is marked is not forgotten where it was stopped. */
async function turnOver(db: Database, companyId: string, now: Date, signal: AbortSignal): Promise<void> {
  await withTenantClient(db, companyId, (own) => markTurned(own, companyId, now), EVERY_ROW);
  for (let more = true; more;) {
    signal.throwIfAborted();
    more = await withTenantClient(db, companyId, ({ client }) =>
      refreshStaleCustomers(client, companyId, { now }),
    );
  }
}

// A moment counts with the turn that it lies in: after the last one, up to this one.
const passed = (...columns: readonly string[]) =>
  columns.map((column) => `(${column} > l.turned_at and ${column} <= $2)`).join(" or ");

/** Marks customers of whom time alone has changed something since the last turn, and remembers this one. */
async function markTurned(
  { client, tx }: { client: SqlClient; tx: Tx },
  companyId: string,
  now: Date,
): Promise<void> {
  const timeZone = (await findCompanyLocale(tx, companyId))?.timeZone ?? "UTC";
  await changeCustomerTotals(client, companyId, 0);
  await client.query(
    `with last as (
       select coalesce((select turned_at from ledger_turn_overs where company_id = $1), '-infinity') as turned_at
     ), turned as (
       select s.customer_id from last l, subscriptions s
       where s.company_id = $1 and (${passed("s.started_at", "s.ended_at", "s.trial_ends_at")})
       union
       select s.customer_id from last l, subscription_prices p
       join subscriptions s on s.company_id = p.company_id and s.id = p.subscription_id
       where p.company_id = $1 and (${passed("p.from_at", "p.until_at")})
       union
       select i.customer_id from last l, invoices i
       where i.company_id = $1 and i.status = ${InvoiceStatus.Open}
         and i.due_at >= date_trunc('day', l.turned_at, $3) and i.due_at < $4
     )
     insert into ledger_stale_customers (company_id, customer_id)
     select $1, customer_id from turned order by customer_id on conflict do nothing`,
    [companyId, now, timeZone, new Date(overdueBefore(now.getTime(), timeZone))],
  );
  await client.query(
    `insert into ledger_turn_overs (company_id, turned_at) values ($1, $2)
     on conflict (company_id) do update set turned_at = excluded.turned_at`,
    [companyId, now],
  );
}
