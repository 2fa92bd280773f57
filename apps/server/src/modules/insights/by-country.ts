import type { CountryRevenue, RevenueInsights } from "@forestay/contracts";
import { toMajorUnits } from "#modules/customers/index.ts";
import { readCountries, type CountryFigures } from "#modules/metrics/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { Asked } from "./insights-scope.ts";

/** Countries that are told one by one: those with the most MRR. */
const MOST_COUNTRIES = 25;

/** Revenue and retention of the last full month by country, where customers have one. */
export async function byCountry(
  tx: Tx,
  { companyId, currency }: Asked,
): Promise<NonNullable<RevenueInsights["countries"]>> {
  const { asOf, column, until, rows } = await readCountries(tx, companyId, currency);
  const field = column === null ? null : `attributes.${column}`;
  if (field === null || rows.length === 0)
    return { field, until: null, rows: [], missing: missingWords(asOf, column) };
  const allMinor = rows.reduce((sum, { mrrMinor }) => sum + mrrMinor, 0);
  const known = rows.filter(({ country }) => country !== "");
  const rest = known.slice(MOST_COUNTRIES);
  const told = (
    country: string | null,
    label: string,
    figures: readonly CountryFigures[],
    rowsCountry: string | null = country,
  ) => rowOf({ country, label, rowsCountry }, figures, { allMinor, currency });
  const unknown = rows.filter(({ country }) => country === "");
  return {
    field,
    until,
    rows: [
      ...known.slice(0, MOST_COUNTRIES).map((one) => told(one.country, one.country, [one])),
      ...(rest.length === 0 ? [] : [told(null, `${rest.length} others`, rest)]),
      ...(unknown.length === 0 ? [] : [told(null, "Not known", unknown, "")]),
    ],
    missing: null,
  };
}

function missingWords(asOf: Date | null, column: string | null): string {
  if (asOf === null) return "Being worked out: it is there within some minutes.";
  return column === null
    ? "Needs a column of text called Country: import a file of customers that has one."
    : "Needs a full month in which somebody paid.";
}

function rowOf(
  named: Pick<CountryRevenue, "country" | "label" | "rowsCountry">,
  figures: readonly CountryFigures[],
  { allMinor, currency }: { allMinor: number; currency: string },
): CountryRevenue {
  const sum = (of: Exclude<keyof CountryFigures, "country">) =>
    figures.reduce((total, one) => total + one[of], 0);
  const [customers, mrrMinor, openingMinor] = [sum("customers"), sum("mrrMinor"), sum("openingMinor")];
  return {
    ...named,
    customers,
    mrr: toMajorUnits(mrrMinor, currency),
    share: allMinor === 0 ? null : mrrMinor / allMinor,
    perCustomer: customers === 0 ? null : toMajorUnits(mrrMinor, currency) / customers,
    grossRetention: openingMinor === 0 ? null : sum("keptMinor") / openingMinor,
    netRetention: openingMinor === 0 ? null : sum("closingMinor") / openingMinor,
    left: sum("left"),
  };
}
