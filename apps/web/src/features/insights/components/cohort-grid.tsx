import type { CohortTable, RetentionInsights } from "@forestay/contracts/wire";
import { useState } from "react";
import { CsvButton } from "@/components/ui/csv-button.tsx";
import { ScrollBox } from "@/components/ui/scroll-box.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { MISSING, formatCount, formatCounted, formatMoney } from "@/lib/format/index.ts";
import { cohortMarks, inMonth } from "../hooks/mark-criteria.ts";
import { cohortTitle } from "../hooks/retention-words.ts";
import { MarkedCell } from "./marked-cell.tsx";

const measures = [
  { value: "customers", label: "Customers" },
  { value: "gross", label: "GRR" },
  { value: "net", label: "NRR" },
] as const;
type Measure = (typeof measures)[number]["value"];

const words: Record<Measure, { noun: string; subtitle: string }> = {
  customers: { noun: "customers", subtitle: "Percent of those who began in a month still here" },
  gross: {
    noun: "revenue",
    subtitle: "Percent of a month's first revenue kept, nobody counted with more than at first",
  },
  net: { noun: "revenue", subtitle: "Percent of a month's first revenue paid now by the same customers" },
};

/** How each month's beginners do, by customers, GRR and NRR; the month that is not over is hatched. */
export function CohortGrid({ insights }: { insights: RetentionInsights }) {
  const [measure, choose] = useState<Measure>("customers");
  const { cohorts, revenueMissing } = insights;
  const table = cohorts[measure];
  const { noun, subtitle } = words[measure];
  return (
    <Cell
      title={table === null ? "Cohorts by the month they began" : cohortTitle(table, noun)}
      subtitle={subtitle}
      aside={
        revenueMissing === null ? (
          <SegmentedControl label="Measured by" options={measures} value={measure} onChange={choose} />
        ) : undefined
      }
    >
      {table === null || table.rows.length === 0 ? (
        <p className="m-0 text-ui text-ink-2">{revenueMissing ?? "Nobody began in this time."}</p>
      ) : (
        <Grid table={table} measure={measure} insights={insights} />
      )}
      {revenueMissing === null || measure !== "customers" ? null : (
        <p className="m-0 pt-2 text-note text-ink-3">GRR and NRR: n/a. {revenueMissing}</p>
      )}
    </Cell>
  );
}

/** Ages that are shown; a file has all of them. */
const MOST_AGES = 12;

interface GridProps {
  table: CohortTable;
  measure: Measure;
  insights: RetentionInsights;
}

function Grid({ table, measure, insights }: GridProps) {
  const { currency } = insights.scope;
  const ages = Math.min(MOST_AGES, table.average.length - 1) + 1;
  const heads = Array.from({ length: ages }, (_, age) => age);
  const amount = (value: number) =>
    measure === "customers" ? formatCount(value) : formatMoney(value, currency);
  return (
    <>
      <ScrollBox label="Cohorts" className="overflow-x-auto">
        <table aria-label="Cohorts" className="w-full border-separate border-spacing-0.5 text-note tabular">
          <thead className="text-small text-ink-3">
            <tr>
              <th scope="col" className="sticky left-0 z-10 bg-sheet pr-3 text-left font-label">
                Started in
              </th>
              <th scope="col" className="pr-2 text-right font-label">
                n
              </th>
              {heads.map((age) => (
                <th key={age} scope="col" className="px-1 text-right font-label">
                  {age}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row) => {
              const { month, customers, cells } = row;
              const marks = cohortMarks(row, insights);
              return (
                <tr key={month}>
                  <th
                    scope="row"
                    className="sticky left-0 z-10 bg-sheet pr-3 text-left font-regular whitespace-nowrap text-ink"
                  >
                    <MarkedCell marks={marks} name={inMonth(month)}>
                      {inMonth(month)}
                    </MarkedCell>
                  </th>
                  <td className="pr-2 text-right text-ink-2">{formatCount(customers)}</td>
                  {heads.map((age) => {
                    const cell = cells[age];
                    return cell === undefined ? (
                      <td key={age} aria-label="Not begun" />
                    ) : (
                      <td
                        key={age}
                        title={`${inMonth(month)}, ${formatCounted(age, "month")} later: ${amount(cell.kept)} of ${amount(cell.of)}${cell.isComplete ? "" : ", so far"}`}
                        className="relative min-w-9 rounded-check p-0 text-right text-ink"
                        style={{ background: shade(cell.share, cell.isComplete) }}
                      >
                        <MarkedCell
                          marks={marks.slice(age + 1, age + 2)}
                          name={`${inMonth(month)}, ${age}`}
                          isCell
                        >
                          {cell.share === null ? MISSING : Math.round(cell.share * 100)}
                          {cell.isComplete ? null : <span className="sr-only"> so far</span>}
                        </MarkedCell>
                      </td>
                    );
                  })}
                </tr>
              );
            })}
            <tr>
              <th
                scope="row"
                className="sticky left-0 z-10 bg-sheet pr-3 text-left font-strong whitespace-nowrap text-ink"
              >
                All, weighted
              </th>
              <td className="pr-2 text-right font-strong text-ink">
                {formatCount(table.rows.reduce((sum, { customers }) => sum + customers, 0))}
              </td>
              {heads.map((age) => {
                const share = table.average[age] ?? null;
                return (
                  <td key={age} className="px-1.5 py-1 text-right font-strong text-ink">
                    {share === null ? MISSING : Math.round(share * 100)}
                  </td>
                );
              })}
            </tr>
          </tbody>
        </table>
      </ScrollBox>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pt-2">
        <p className="m-0 flex items-center gap-2 text-note text-ink-2">
          <span aria-hidden className="h-3 w-5 rounded-check" style={{ background: shade(0.5, false) }} />
          Month not over yet, left out of the weighted row
        </p>
        <CsvButton
          file={{
            name: `cohorts-${measure}`,
            columns: ["began_in", "customers", "month", "kept", "of", "share", "is_complete"],
            rows: table.rows.flatMap(({ month, customers, cells }) =>
              cells.map(({ kept, of, share, isComplete }, age) => [
                month,
                customers,
                age,
                kept,
                of,
                share,
                isComplete,
              ]),
            ),
          }}
        />
      </div>
    </>
  );
}

/** Darker the more is left; a month that is not over is hatched. */
function shade(share: number | null, isComplete: boolean): string {
  if (!isComplete) return "repeating-linear-gradient(135deg, var(--line) 0 1.5px, transparent 1.5px 5px)";
  const strength = Math.round(5 + 37 * Math.min(1, Math.max(0, share ?? 0)) ** 2);
  return `color-mix(in oklab, var(--brand) ${strength}%, var(--sheet))`;
}
