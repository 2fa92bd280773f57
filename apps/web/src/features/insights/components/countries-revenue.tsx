import type { CountryRevenue, DashboardRowsOf, RevenueInsights } from "@forestay/contracts/wire";
import { SaveMarks } from "@/components/criteria/save-marks.tsx";
import { yearUntil } from "@/components/figures/figure-days.ts";
import { FigureLink } from "@/components/figures/figure-link.tsx";
import { CsvButton } from "@/components/ui/csv-button.tsx";
import { DataTable, HeaderCell, Row, DataCell } from "@/components/ui/data-table.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { MISSING, formatCount, formatMoney, formatShare, monthName } from "@/lib/format/index.ts";
import { countryMarks } from "../hooks/mark-criteria.ts";
import { countriesTitle } from "../hooks/revenue-words.ts";

/** What each country earns and keeps, at the end of the last full month. */
export function CountriesRevenue({ insights }: { insights: RevenueInsights }) {
  const { countries, scope } = insights;
  if (countries === null) return null;
  const { until, rows, missing } = countries;
  if (until === null)
    return (
      <Cell title="By country">
        <p className="m-0 text-ui text-ink-2">n/a: {lowerFirst(missing ?? "")}</p>
      </Cell>
    );
  const money = (amount: number | null) => (amount === null ? MISSING : formatMoney(amount, scope.currency));
  const share = (of: number | null) => (of === null ? "n/a" : formatShare(of));
  const month = monthName(until.slice(0, 7));
  const mrr = { figure: "mrr", until } as const;
  const kept = { figure: "revenue_retention", ...yearUntil(until) } as const;
  // Of several countries together there is no list.
  const opens = (one: CountryRevenue, rowsOf: DashboardRowsOf, text: string, value: number | null) =>
    one.rowsCountry === null || value === null ? (
      text
    ) : (
      <FigureLink
        rowsOf={{ ...rowsOf, country: one.rowsCountry }}
        filter={{ currency: scope.currency }}
        value={value}
        quiet
      >
        {text}
      </FigureLink>
    );
  return (
    <Cell
      title={countriesTitle(rows)}
      subtitle={`By country at the end of ${month}`}
      className="px-0 md:px-0 [&>div:first-child]:px-4 md:[&>div:first-child]:px-5"
    >
      <DataTable label="Revenue by country">
        <thead>
          <tr>
            <HeaderCell>Country</HeaderCell>
            <HeaderCell numeric>Customers</HeaderCell>
            <HeaderCell numeric>MRR</HeaderCell>
            <HeaderCell numeric>Share of MRR</HeaderCell>
            <HeaderCell numeric>Per customer</HeaderCell>
            <HeaderCell numeric>NRR, 12 months</HeaderCell>
            <HeaderCell numeric>GRR, 12 months</HeaderCell>
            <HeaderCell numeric>Left in {month}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <Row key={one.label}>
              <DataCell className="whitespace-nowrap">{one.label}</DataCell>
              <DataCell numeric>{opens(one, mrr, formatCount(one.customers), one.customers)}</DataCell>
              <DataCell numeric>
                {opens(one, mrr, formatMoney(one.mrr, scope.currency, 2), one.customers)}
              </DataCell>
              <DataCell numeric>{opens(one, mrr, share(one.share), one.customers)}</DataCell>
              <DataCell numeric>{opens(one, mrr, money(one.perCustomer), one.customers)}</DataCell>
              <DataCell numeric>{opens(one, kept, share(one.netRetention), one.netRetention)}</DataCell>
              <DataCell numeric>{opens(one, kept, share(one.grossRetention), one.netRetention)}</DataCell>
              <DataCell numeric>
                {opens(
                  one,
                  { figure: "logo_churn", from: `${until.slice(0, 7)}-01`, until },
                  formatCount(one.left),
                  one.left,
                )}
              </DataCell>
            </Row>
          ))}
        </tbody>
      </DataTable>
      <div className="flex justify-end gap-2 px-4 pt-1 md:px-5">
        <SaveMarks of="countries" marks={countryMarks(insights)} />
        <CsvButton
          file={{
            name: "revenue-by-country",
            columns: [
              "country",
              "customers",
              "mrr",
              "currency",
              "share",
              "per_customer",
              "nrr",
              "grr",
              "left",
            ],
            rows: rows.map((one) => [
              one.label,
              one.customers,
              one.mrr,
              scope.currency,
              one.share,
              one.perCustomer,
              one.netRetention,
              one.grossRetention,
              one.left,
            ]),
          }}
        />
      </div>
    </Cell>
  );
}

const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);
