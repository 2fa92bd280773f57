import {
  addDays,
  addMonths,
  firstOfMonth,
  leaversIn,
  payersAt,
  readCountries,
  retainedIn,
  type Scope,
} from "#modules/metrics/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { inWords, spanWords } from "./days.ts";
import type { Figure, RowsQuery } from "./rows-figure.ts";
import { mrrQuotients, retentionQuotients } from "./rows-quotients.ts";

/** What a country earned and kept at the end of the last full month, and who left in it: other figures are not kept by country. */
export async function ofCountry(tx: Tx, scope: Scope, query: RowsQuery, country: string): Promise<Figure> {
  const { companyId, currency } = scope;
  const { column, until, rows } = await readCountries(tx, companyId, currency);
  const counted = rows.find((row) => row.country === country);
  if (
    column === null ||
    until === null ||
    counted === undefined ||
    scope.plan !== null ||
    query.until !== until
  )
    throw new AppError("validation_failed", {
      fields: { country: "Countries are kept for the last full month, of all plans" },
    });
  const named = country === "" ? "country not known" : country;
  const asked = { plan: null, currency, place: { column, country } };
  const month = { from: firstOfMonth(until), until };
  const year = { from: addMonths(addDays(until, 1), -12), until };
  switch (query.figure) {
    case "mrr":
      return {
        title: `Monthly recurring revenue on ${inWords(until)}, ${named}`,
        totalMinor: counted.mrrMinor,
        count: counted.customers,
        quotients: mrrQuotients(
          counted.mrrMinor,
          counted.customers,
          rows.reduce((sum, { mrrMinor }) => sum + mrrMinor, 0),
        ),
        rows: (page) => payersAt(tx, companyId, asked, until, page),
      };
    case "revenue_retention":
      return {
        title: `Customers who paid on ${inWords(addDays(year.from, -1))}, then and on ${inWords(until)}, ${named}`,
        totalMinor: counted.openingMinor,
        closingMinor: counted.closingMinor,
        keptMinor: counted.keptMinor,
        count: counted.opened,
        quotients: retentionQuotients(counted.openingMinor, counted.closingMinor, counted.keptMinor),
        rows: (page) => retainedIn(tx, companyId, asked, year, page),
      };
    case "logo_churn":
      return {
        title: `Customers lost, ${spanWords(month)}, ${named}`,
        totalMinor: counted.left,
        isCount: true,
        count: counted.left,
        rows: (page) => leaversIn(tx, companyId, { ...asked, shownIn: currency }, month, page),
      };
    default:
      throw new AppError("validation_failed", { fields: { country: "This figure is not kept by country" } });
  }
}
