import type { RevenueInsights } from "@forestay/contracts/wire";
import { SaveMarks } from "@/components/criteria/save-marks.tsx";
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
              <DataCell numeric>{formatCount(one.customers)}</DataCell>
              <DataCell numeric>{formatMoney(one.mrr, scope.currency, 2)}</DataCell>
              <DataCell numeric>{share(one.share)}</DataCell>
              <DataCell numeric>{money(one.perCustomer)}</DataCell>
              <DataCell numeric>{share(one.netRetention)}</DataCell>
              <DataCell numeric>{share(one.grossRetention)}</DataCell>
              <DataCell numeric>{formatCount(one.left)}</DataCell>
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
