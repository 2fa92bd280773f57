import type { RevenueInsights } from "@forestay/contracts/wire";
import { SaveMarks } from "@/components/criteria/save-marks.tsx";
import { dayBefore } from "@/components/figures/figure-days.ts";
import { FigureLink } from "@/components/figures/figure-link.tsx";
import { movementParts } from "@/components/figures/movement-parts.ts";
import type { FigureFilter } from "@/components/figures/rows-path.ts";
import { CsvButton } from "@/components/ui/csv-button.tsx";
import { DataTable, HeaderCell, Row, DataCell } from "@/components/ui/data-table.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { MISSING, formatCounted, formatMoney, monthName } from "@/lib/format/index.ts";
import { movementMarks } from "../hooks/mark-criteria.ts";
import { movementsFile } from "./movements-file.ts";

/** In one major unit, of whatever currency: sums of them are whole. */
const MINOR_UNITS = 1000;
type MovementPart = (typeof movementParts)[number];
interface Days {
  from: string;
  until: string;
}

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
  const held = (day: string, amount: number) => (
    <FigureLink rowsOf={{ figure: "mrr", until: day }} filter={filter} value={amount} quiet>
      {cents(amount)}
    </FigureLink>
  );
  const moved = ({ key: kind, isLoss }: MovementPart, { from, until }: Days, amount: number) => (
    <FigureLink rowsOf={{ figure: "movements", kind, from, until }} filter={filter} value={amount} quiet>
      {isLoss && amount > 0 ? "−" : ""}
      {cents(amount)}
    </FigureLink>
  );
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
              <DataCell numeric>{flow === null ? MISSING : held(dayBefore(from), flow.start)}</DataCell>
              {movementParts.map((part) => (
                <DataCell key={part.key} numeric>
                  {flow === null ? MISSING : moved(part, { from, until }, flow[part.key])}
                </DataCell>
              ))}
              <DataCell numeric className="font-strong">
                {flow === null ? MISSING : held(until, flow.end)}
              </DataCell>
            </Row>
          ))}
          {first === undefined || last === undefined || full.length < 2 ? null : (
            <Row className="font-strong">
              <DataCell className="whitespace-nowrap">{formatCounted(full.length, "full month")}</DataCell>
              <DataCell numeric>{held(dayBefore(first.from), first.flow.start)}</DataCell>
              {movementParts.map((part) => (
                <DataCell key={part.key} numeric>
                  {moved(part, { from: first.from, until: last.until }, sumOf(part.key))}
                </DataCell>
              ))}
              <DataCell numeric>{held(last.until, last.flow.end)}</DataCell>
            </Row>
          )}
        </tbody>
      </DataTable>
      <div className="flex justify-end gap-2 px-4 pt-1 md:px-5">
        <SaveMarks of="movements of each month" marks={movementMarks(insights)} />
        <CsvButton file={movementsFile("months-to-the-cent", insights)} />
      </div>
    </Cell>
  );
}
