import { dayCalendar, isoDay, type ChurnDate } from "@forestay/metrics";
import { readCompanySettings } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { readChurnDate } from "./counted-by.ts";
import { askForSegment, listFigureSegments, type FigureSegment } from "./keep-segments.ts";
import { readCurrencies, readRiskCurrencies } from "./read-rollups.ts";
import { segmentKey } from "./segment-key.ts";

/** What a question to figures is about, and what else could be asked. */
export interface Scope {
  companyId: string;
  /** The company's today. */
  day: string;
  timeZone: string;
  /** By which choice the figures say when a canceled subscription counts as churned. */
  churnDate: ChurnDate;
  currency: string;
  /** Whether somebody asked for this currency: else customers count in whatever they pay. */
  isCurrencyAsked: boolean;
  /** The key of the sums that are read: a plan's name, a segment's key, null for all. */
  plan: string | null;
  /** Whose figures these are, beside a plan; `keptAt` null: they are being worked out. */
  segment: { id: string; name: string; keptAt: Date | null } | null;
  segments: { id: string; name: string }[];
  currencies: { currency: string; mrrMinor: number; customers: number }[];
}

/** What figures are narrowed by. */
export interface FigureQuery {
  plan?: string | undefined;
  currency?: string | undefined;
  segment?: string | undefined;
}

/** Figures are of the currency that is asked for, else of the company's own where anything is paid in it, else of what most customers pay. */
export async function readScope(tx: Tx, companyId: string, query: FigureQuery, now: Date): Promise<Scope> {
  const company = await readCompanySettings(tx, companyId);
  const day = isoDay(dayCalendar(company.timeZone).dayAt(now.getTime()));
  const currencies = await readCurrencies(tx, companyId, day);
  const known =
    currencies.length > 0 ? currencies.map((one) => one.currency) : await readRiskCurrencies(tx, companyId);
  const currency =
    query.currency ?? (known.includes(company.currency) ? company.currency : (known[0] ?? company.currency));
  const segments = await listFigureSegments(tx, companyId);
  const segment =
    query.segment === undefined ? null : await askedSegment(tx, companyId, query, segments, now);
  return {
    companyId,
    day,
    timeZone: company.timeZone,
    churnDate: await readChurnDate(tx, companyId, company.churnDate),
    currency,
    isCurrencyAsked: query.currency !== undefined,
    plan: segment === null ? (query.plan ?? null) : segmentKey(segment.id),
    segment,
    segments,
    currencies,
  };
}

async function askedSegment(
  tx: Tx,
  companyId: string,
  query: FigureQuery,
  segments: readonly FigureSegment[],
  now: Date,
): Promise<NonNullable<Scope["segment"]>> {
  if (query.plan !== undefined)
    throw new AppError("validation_failed", {
      message: "Figures are kept by plan or by segment, not by both: choose one.",
      fields: { segment: "Choose a plan or a segment" },
    });
  const found = segments.find(({ id }) => id === query.segment);
  if (found === undefined)
    throw new AppError("validation_failed", {
      message: "This segment is not followed, or not there any more: choose another.",
      fields: { segment: "Choose a segment that is active" },
    });
  return { ...found, keptAt: await askForSegment(tx, companyId, found.id, now) };
}
