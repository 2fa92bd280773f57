import type { RevenueInsights } from "@forestay/contracts/wire";
import { StackedColumns } from "@/components/charts/stacked-columns.tsx";
import { movementParts } from "@/components/figures/movement-parts.ts";
import { MovementsEquation } from "@/components/figures/movements-equation.tsx";
import type { FigureFilter } from "@/components/figures/rows-path.ts";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { formatCountCompact, formatMoney, monthName, shortMonth } from "@/lib/format/index.ts";
import { equationTitle, movementsYearTitle } from "../hooks/revenue-words.ts";
import { MonthsToTheCent } from "./months-to-the-cent.tsx";
import { PlansRevenue } from "./plans-revenue.tsx";
import { RevenueRetention } from "./revenue-retention.tsx";

/** The last full month as an equation, what changed MRR, what of it is kept, and each plan's part. */
export function RevenueTab({ insights }: { insights: RevenueInsights }) {
  const { months, scope, plans } = insights;
  const filter: FigureFilter = { plan: scope.plan ?? undefined, currency: scope.currency };
  const last = months.findLast(({ isComplete, flow }) => isComplete && flow !== null) ?? months.at(-1);
  return (
    <>
      {last === undefined ? null : (
        <SheetRow>
          <Cell
            title={equationTitle(months, scope.currency)}
            subtitle="Each figure opens the customers that add up to it"
          >
            <MovementsEquation month={last} currency={scope.currency} filter={filter} />
          </Cell>
        </SheetRow>
      )}
      <SheetRow columns="minmax(0,1fr) 400px">
        <MovementsByMonth insights={insights} />
        <RevenueRetention insights={insights} />
      </SheetRow>
      {plans.length < 2 ? null : (
        <SheetRow>
          <PlansRevenue insights={insights} />
        </SheetRow>
      )}
      <SheetRow>
        <MonthsToTheCent insights={insights} filter={filter} />
      </SheetRow>
    </>
  );
}

function MovementsByMonth({ insights: { months, scope } }: { insights: RevenueInsights }) {
  const step = Math.ceil(months.length / (useIsMobile() ? 4 : 8));
  const title = movementsYearTitle(months);
  const nameOf = (month: string) => `${monthName(month)} ${month.slice(0, 4)}`;
  return (
    <Cell
      title={title}
      subtitle="Revenue gained and lost by month"
      aside={
        <ul className="m-0 flex list-none flex-wrap gap-x-3 gap-y-1 p-0 text-small text-ink-2">
          {movementParts.map(({ key, label, color }) => (
            <li key={key} className="inline-flex items-center gap-1.5">
              <span aria-hidden className="size-2 rounded-full" style={{ background: color }} />
              {label}
            </li>
          ))}
        </ul>
      }
    >
      <StackedColumns
        label={`${title}. Movements of MRR of ${months.length} months.`}
        head="Month"
        parts={movementParts}
        columns={months.map((one) => ({
          key: one.month,
          label: one.isComplete ? nameOf(one.month) : `${monthName(one.month)}, so far`,
          values:
            one.flow === null
              ? null
              : Object.fromEntries(movementParts.map(({ key }) => [key, one.flow?.[key] ?? 0])),
        }))}
        formatY={formatCountCompact}
        formatValue={(value) => formatMoney(value, scope.currency)}
        xTicks={months.flatMap((one, index) =>
          (months.length - 1 - index) % step === 0 ? [{ column: index, label: shortMonth(one.month) }] : [],
        )}
        csv={{
          name: "mrr-movements",
          columns: [
            "month",
            "is_complete",
            "currency",
            "start",
            ...movementParts.map(({ key }) => key),
            "end",
          ],
          rows: months.flatMap(({ month, isComplete, flow }) =>
            flow === null
              ? []
              : [
                  [
                    month,
                    isComplete,
                    scope.currency,
                    flow.start,
                    ...movementParts.map(({ key }) => flow[key]),
                    flow.end,
                  ],
                ],
          ),
        }}
      />
    </Cell>
  );
}
