import { InvoiceStatus } from "@forestay/contracts/vocabulary";
import type { Billing, InvoiceStatusValue } from "@forestay/contracts";
import { overdueBefore } from "@forestay/metrics";
import { sql } from "kysely";
import { findCompanyLocale } from "#modules/companies/index.ts";
import { readCustomerNames, toMajorUnits } from "#modules/customers/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";

const MOST_BILLS = 24;

/** What the ledger knows of a customer's billing at `now`. Throws `not_found`. */
export async function readBilling(
  db: Database,
  companyId: string,
  customerId: string,
  now: Date,
): Promise<Billing> {
  return withTenant(db, companyId, async (tx) => {
    if (!(await readCustomerNames(tx, companyId, [customerId])).has(customerId))
      throw new AppError("not_found", { message: "This customer does not exist." });
    const open = await readOpen(tx, companyId, customerId);
    const charges = await readCharges(tx, companyId, customerId, now);
    const { bills, billCount } = await readBills(tx, companyId, customerId, now);
    const isKnown = billCount > 0 || charges.length > 0 || (await hasSubscription(tx, companyId, customerId));
    return { isKnown, open, charges, bills, billCount };
  });
}

async function readOpen(tx: Tx, companyId: string, customerId: string): Promise<Billing["open"]> {
  const { rows } = await sql<{ currency: string; minor: number; bills: number }>`
    select currency, sum(greatest(0, amount_minor - paid_minor))::bigint as minor, count(*) as bills from invoices
    where company_id = ${companyId} and customer_id = ${customerId} and status = ${sql.lit(InvoiceStatus.Open)}
    group by currency order by currency`.execute(tx);
  return rows.map(({ currency, minor, bills }) => ({
    amount: toMajorUnits(minor, currency),
    currency,
    bills,
  }));
}

async function hasSubscription(tx: Tx, companyId: string, customerId: string): Promise<boolean> {
  const { rows } = await sql`select from subscriptions
    where company_id = ${companyId} and customer_id = ${customerId} limit 1`.execute(tx);
  return rows.length > 0;
}

type Charge = Billing["charges"][number];

async function readCharges(tx: Tx, companyId: string, customerId: string, now: Date): Promise<Charge[]> {
  const { rows } = await sql<{
    plan: string | null;
    currency: string;
    minor: number;
    intervalUnit: Charge["intervalUnit"];
    intervalCount: number;
    isEstimated: boolean;
    renewsAt: Date | null;
  }>`
    select p.plan, p.currency, p.amount_minor - p.discount_minor as minor, p.interval_unit as "intervalUnit",
      p.interval_count as "intervalCount", coalesce(p.is_estimated, false) as "isEstimated", case when s.ended_at is null then s.renews_at end as "renewsAt"
    from subscriptions s
    join subscription_prices p on p.company_id = s.company_id and p.subscription_id = s.id
    where s.company_id = ${companyId} and s.customer_id = ${customerId} and s.started_at <= ${now}
      and (s.ended_at is null or s.ended_at > ${now}) and p.from_at <= ${now} and (p.until_at is null or p.until_at > ${now})
      and p.interval_unit is not null
    order by minor desc, p.plan limit 10`.execute(tx);
  return rows.map(({ minor, renewsAt, ...row }) => ({
    ...row,
    amount: toMajorUnits(minor, row.currency),
    // What was said of a day that has passed says nothing of the next one.
    renewsAt: renewsAt !== null && renewsAt > now ? renewsAt.toISOString() : null,
  }));
}

async function readBills(
  tx: Tx,
  companyId: string,
  customerId: string,
  now: Date,
): Promise<Pick<Billing, "bills" | "billCount">> {
  const { rows } = await sql<{
    id: string;
    number: string;
    status: InvoiceStatusValue;
    currency: string;
    amountMinor: number;
    refundedMinor: number;
    issuedAt: Date;
    dueAt: Date | null;
    paidAt: Date | null;
    tries: number;
    triedAt: Date | null;
    succeeded: boolean | null;
    declineCode: string | null;
    billCount: number;
  }>`
    with bills as materialized (
      select *, count(*) over () as bill_count from invoices
      where company_id = ${companyId} and customer_id = ${customerId} and status <> ${sql.lit(InvoiceStatus.Draft)}
      order by issued_at desc, id desc limit ${MOST_BILLS}
    )
    select i.id, i.source_id as number, i.status, i.currency, i.amount_minor as "amountMinor",
      i.refunded_minor as "refundedMinor", i.issued_at as "issuedAt", i.due_at as "dueAt", i.paid_at as "paidAt",
      coalesce(t.tries, 0) as tries, t.attempted_at as "triedAt", t.succeeded, t.decline_code as "declineCode",
      i.bill_count as "billCount"
    from bills i left join lateral (
      select count(*) over () as tries, p.attempted_at, p.succeeded, p.decline_code from payment_attempts p
      where p.company_id = ${companyId} and p.source = i.source and p.invoice_source_id = i.source_id
      order by p.attempted_at desc, p.id desc limit 1
    ) t on true order by i.issued_at desc, i.id desc`.execute(tx);
  const timeZone = (await findCompanyLocale(tx, companyId))?.timeZone ?? "UTC";
  const before = overdueBefore(now.getTime(), timeZone);
  return {
    billCount: rows[0]?.billCount ?? 0,
    bills: rows.map((row) => ({
      id: row.id,
      number: row.number,
      status: row.status,
      currency: row.currency,
      amount: toMajorUnits(row.amountMinor, row.currency),
      refunded: toMajorUnits(row.refundedMinor, row.currency),
      issuedAt: row.issuedAt.toISOString(),
      dueAt: row.dueAt?.toISOString() ?? null,
      paidAt: row.paidAt?.toISOString() ?? null,
      isOverdue: row.status === 1 && row.dueAt !== null && row.dueAt.getTime() < before,
      tries: row.tries,
      lastTry:
        row.triedAt === null
          ? null
          : {
              at: row.triedAt.toISOString(),
              succeeded: row.succeeded === true,
              declineCode: row.succeeded === true ? null : row.declineCode,
            },
    })),
  };
}
