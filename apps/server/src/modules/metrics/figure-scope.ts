import { dayCalendar, isoDay } from "@forestay/metrics";
import { readCompanySettings } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { readCurrencies, readRiskCurrencies } from "./read-rollups.ts";

/** What a question to figures is about, and what else could be asked. */
export interface Scope {
  companyId: string;
  /** The company's today. */
  day: string;
  timeZone: string;
  currency: string;
  /** Whether somebody asked for this currency: else customers count in whatever they pay. */
  isCurrencyAsked: boolean;
  plan: string | null;
  currencies: { currency: string; mrrMinor: number; customers: number }[];
}

/** Figures are of the currency that is asked for, else of the company's own where anything is paid in it, else of what most customers pay. */
export async function readScope(
  tx: Tx,
  companyId: string,
  query: { plan?: string | undefined; currency?: string | undefined },
  now: Date,
): Promise<Scope> {
  const company = await readCompanySettings(tx, companyId);
  const day = isoDay(dayCalendar(company.timeZone).dayAt(now.getTime()));
  const currencies = await readCurrencies(tx, companyId, day);
  const known =
    currencies.length > 0 ? currencies.map((one) => one.currency) : await readRiskCurrencies(tx, companyId);
  const currency =
    query.currency ?? (known.includes(company.currency) ? company.currency : (known[0] ?? company.currency));
  return {
    companyId,
    day,
    timeZone: company.timeZone,
    currency,
    isCurrencyAsked: query.currency !== undefined,
    plan: query.plan ?? null,
    currencies,
  };
}
