import type { RevenueInsights } from "@forestay/contracts/wire";
import { Link } from "react-router";
import { movementParts } from "@/components/figures/movement-parts.ts";
import { rowsPath } from "@/components/figures/rows-path.ts";
import type { FigureFilter } from "@/components/figures/rows-path.ts";
import { DataTable, HeaderCell, Row, DataCell } from "@/components/ui/data-table.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { MISSING, formatCounted, formatMoney, monthName } from "@/lib/format/index.ts";

/** In one major unit, of whatever currency: sums of them are whole. */
const MINOR_UNITS = 1000;
const link =
  "rounded-check text-ink no-underline hover:underline hover:decoration-brand-line hover:underline-offset-4";

/** Start + new + expansion + reactivation - contraction - churn = end: every month, and all full ones together. */
export function MonthsToTheCent({ insights, filter }: { insights: RevenueInsights; filter: FigureFilter }) {
  const { months, scope } = insights;
  const cents = (amount: number) => formatMoney(amount, scope.currency, 2);
  const full = months.flatMap(({ isComplete, flow, ...month }) =>
    isComplete && flow !== null ? [{ ...month, flow }] : [],
  );
  const [first, last] = [full[0], full.at(-1)];
  // In whole minor units: fractions of floating point must not show in a sum.
  const sumOf = (key: (typeof movementParts)[number]["key"]) =>
    full.reduce((sum, { flow }) => sum + Math.round(flow[key] * MINOR_UNITS), 0) / MINOR_UNITS;
  return (
    <Cell
      title="Month by month, to the cent"
      subtitle="Start + new + expansion + reactivation − contraction − churn = end"
      className="px-0 md:px-0 [&>div:first-child]:px-4 md:[&>div:first-child]:px-5"
    >
      <DataTable label="Months to the cent">
        <thead>
          <tr>
            <HeaderCell>Month</HeaderCell>
            <HeaderCell numeric>Start</HeaderCell>
            {movementParts.map(({ key, label }) => (
              <HeaderCell key={key} numeric>
                {label}
              </HeaderCell>
            ))}
            <HeaderCell numeric>End</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(({ month, from, until, isComplete, flow }) => (
            <Row key={month}>
              <DataCell className="whitespace-nowrap">
                {monthName(month).slice(0, 3)} {month.slice(0, 4)}
                {isComplete ? "" : ", so far"}
              </DataCell>
              <DataCell numeric>{flow === null ? MISSING : cents(flow.start)}</DataCell>
              {movementParts.map(({ key, isLoss }) => (
                <DataCell key={key} numeric>
                  {flow === null ? (
                    MISSING
                  ) : flow[key] === 0 ? (
                    cents(0)
                  ) : (
                    <Link
                      to={rowsPath({ figure: "movements", kind: key, from, until }, filter)}
                      className={link}
                    >
                      {isLoss ? "−" : ""}
                      {cents(flow[key])}
                    </Link>
                  )}
                </DataCell>
              ))}
              <DataCell numeric className="font-strong">
                {flow === null ? MISSING : cents(flow.end)}
              </DataCell>
            </Row>
          ))}
          {first === undefined || last === undefined || full.length < 2 ? null : (
            <Row className="font-strong">
              <DataCell className="whitespace-nowrap">{formatCounted(full.length, "full month")}</DataCell>
              <DataCell numeric>{cents(first.flow.start)}</DataCell>
              {movementParts.map(({ key, isLoss }) => (
                <DataCell key={key} numeric>
                  {isLoss && sumOf(key) > 0 ? "−" : ""}
                  {cents(sumOf(key))}
                </DataCell>
              ))}
              <DataCell numeric>{cents(last.flow.end)}</DataCell>
            </Row>
          )}
        </tbody>
      </DataTable>
    </Cell>
  );
}
