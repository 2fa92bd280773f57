import { monthAt, monthPeriods, type MonthPeriod } from "@forestay/metrics";
import { sql } from "kysely";
import { readCompanySettings } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";

/** Which failed payments a question is about: those of a month of first failure, in one currency. */
export interface RecoveryScope {
  period: MonthPeriod;
  before: MonthPeriod;
  currency: string;
  currencies: { currency: string; cases: number }[];
  timeZone: string;
}

/** Without a currency: the company's own where anything failed in it, else the one in which most failed. */
export async function readRecoveryScope(
  tx: Tx,
  companyId: string,
  query: { month?: string | undefined; currency?: string | undefined },
  now: Date,
): Promise<RecoveryScope> {
  const { currency: own, timeZone } = await readCompanySettings(tx, companyId);
  const { rows: currencies } = await sql<{ currency: string; cases: number }>`
    select currency, sum(cases)::bigint as cases from recovery_sums where company_id = ${companyId} and kind = 'all'
    group by currency having sum(cases) > 0 order by cases desc, currency`.execute(tx);
  const known = currencies.map(({ currency }) => currency);
  const period = monthPeriod(query.month ?? monthAt(now.getTime(), timeZone), timeZone);
  return {
    period,
    before: monthPeriod(monthAt(period.startMs - 1, timeZone), timeZone),
    currency: query.currency ?? (known.includes(own) ? own : (known[0] ?? own)),
    currencies,
    timeZone,
  };
}

/** A company's calendar month. Throws `validation_failed` for one that is none. */
export function monthPeriod(month: string, timeZone: string): MonthPeriod {
  const middleMs = Date.parse(`${month}-15T12:00:00Z`);
  const [period] = Number.isFinite(middleMs) ? monthPeriods(middleMs, middleMs + 1, timeZone) : [];
  if (period === undefined)
    throw new AppError("validation_failed", { fields: { month: "Enter a month like 2026-03" } });
  return period;
}
