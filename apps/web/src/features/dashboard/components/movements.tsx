import type { Dashboard } from "@forestay/contracts/wire";
import { movementsTitle } from "@forestay/contracts/words";
import { useState } from "react";
import { MovementsChart, MovementsLegend } from "@/components/figures/movements-chart.tsx";
import { MovementsEquation } from "@/components/figures/movements-equation.tsx";
import type { FigureFilter } from "@/components/figures/rows-path.ts";
import { Select } from "@/components/ui/select.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { monthName } from "@/lib/format/index.ts";

interface MovementsProps {
  dashboard: Dashboard;
  filter: FigureFilter;
}

/** What changed MRR, month by month, and one month as the equation that it is: each part opens its customers. */
export function Movements({ dashboard, filter }: MovementsProps) {
  const { months, currency } = dashboard;
  const known = months.filter(({ flow }) => flow !== null);
  const newest = known.findLast(({ isComplete }) => isComplete) ?? known.at(-1);
  const [chosen, choose] = useState<string | null>(null);
  const month = known.find((one) => one.month === chosen) ?? newest;
  const title = movementsTitle(months, currency);
  if (month === undefined) {
    return (
      <Cell title={title} subtitle="New, expansion, reactivation, contraction and churn by month">
        <p className="m-0 text-ui text-ink-2">They are known once subscriptions have been imported.</p>
      </Cell>
    );
  }
  return (
    <Cell title={title} subtitle="What changed MRR, by month" aside={<MovementsLegend />}>
      <MovementsChart months={months} currency={currency} filter={filter} title={title} />
      <div className="flex flex-wrap items-center gap-3 pt-3">
        <Select
          label="Month"
          size="sm"
          className="w-auto"
          value={month.month}
          onChange={choose}
          options={known.toReversed().map((one) => ({
            value: one.month,
            label: `${monthName(one.month)} ${one.month.slice(0, 4)}${one.isComplete ? "" : ", so far"}`,
          }))}
        />
      </div>
      <MovementsEquation month={month} currency={currency} filter={filter} />
    </Cell>
  );
}
