import type { Dashboard } from "@forestay/contracts/wire";
import { movementsTitle } from "@forestay/contracts/words";
import { useState } from "react";
import { StackedColumns } from "@/components/charts/stacked-columns.tsx";
import { movementParts } from "@/components/figures/movement-parts.ts";
import { MovementsEquation } from "@/components/figures/movements-equation.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { formatCountCompact, formatMoney, monthName, shortMonth } from "@/lib/format/index.ts";

interface MovementsProps {
  dashboard: Dashboard;
  filter: { plan?: string | undefined; currency?: string | undefined };
}

/** What changed MRR, month by month, and one month as the equation that it is: each part opens its customers. */
export function Movements({ dashboard, filter }: MovementsProps) {
  const { months, currency } = dashboard;
  const known = months.filter(({ flow }) => flow !== null);
  const newest = known.findLast(({ isComplete }) => isComplete) ?? known.at(-1);
  const [chosen, choose] = useState<string | null>(null);
  const month = known.find((one) => one.month === chosen) ?? newest;
  const step = Math.ceil(months.length / (useIsMobile() ? 4 : 7));
  const title = movementsTitle(months, currency);
  if (month === undefined) {
    return (
      <Cell title={title} subtitle="New, expansion, reactivation, contraction and churn by month">
        <p className="m-0 text-ui text-ink-2">They are known once subscriptions have been imported.</p>
      </Cell>
    );
  }
  return (
    <Cell
      title={title}
      subtitle="What changed MRR, by month"
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
          label: one.isComplete
            ? `${monthName(one.month)} ${one.month.slice(0, 4)}`
            : `${monthName(one.month)}, so far`,
          values:
            one.flow === null
              ? null
              : Object.fromEntries(movementParts.map(({ key }) => [key, one.flow?.[key] ?? 0])),
        }))}
        formatY={formatCountCompact}
        formatValue={(value) => formatMoney(value, currency)}
        xTicks={months.flatMap((one, index) =>
          (months.length - 1 - index) % step === 0 ? [{ column: index, label: shortMonth(one.month) }] : [],
        )}
      />
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
