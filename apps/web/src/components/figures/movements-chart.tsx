import type { MovementsMonth } from "@forestay/contracts/wire";
import type { ReactNode } from "react";
import { StackedColumns } from "@/components/charts/stacked-columns.tsx";
import type { CsvFile } from "@/components/ui/csv-button.tsx";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { formatCountCompact, formatMoney, monthName, shortMonth } from "@/lib/format/index.ts";
import { movementParts } from "./movement-parts.ts";
import { rowsPath } from "./rows-path.ts";
import type { FigureFilter } from "./rows-path.ts";

/** What the colors of movements mean. */
export function MovementsLegend() {
  return (
    <ul className="m-0 flex list-none flex-wrap gap-x-3 gap-y-1 p-0 text-small text-ink-2">
      {movementParts.map(({ key, label, color }) => (
        <li key={key} className="inline-flex items-center gap-1.5">
          <span aria-hidden className="size-2 rounded-full" style={{ background: color }} />
          {label}
        </li>
      ))}
    </ul>
  );
}

interface MovementsChartProps {
  months: readonly MovementsMonth[];
  currency: string;
  filter: FigureFilter;
  /** What they say, in a sentence. */
  title: string;
  csv?: CsvFile | undefined;
  actions?: ReactNode;
}

/** What changed MRR, month by month; a month of which nothing is known is a gap. */
export function MovementsChart({ months, currency, filter, title, csv, actions }: MovementsChartProps) {
  const step = Math.ceil(months.length / (useIsMobile() ? 4 : 7));
  return (
    <StackedColumns
      label={`${title}. Movements of MRR of ${months.length} months.`}
      head="Month"
      parts={movementParts}
      columns={months.map(({ month, isComplete, flow }) => ({
        key: month,
        label: isComplete ? `${monthName(month)} ${month.slice(0, 4)}` : `${monthName(month)}, so far`,
        values: flow === null ? null : Object.fromEntries(movementParts.map(({ key }) => [key, flow[key]])),
      }))}
      formatY={formatCountCompact}
      formatValue={(value) => formatMoney(value, currency)}
      pathOf={(column, part) => {
        const month = months.find((one) => one.month === column);
        const kind = movementParts.find(({ key }) => key === part)?.key;
        return month === undefined || kind === undefined
          ? undefined
          : rowsPath({ figure: "movements", kind, from: month.from, until: month.until }, filter);
      }}
      xTicks={months.flatMap(({ month }, column) =>
        (months.length - 1 - column) % step === 0 ? [{ column, label: shortMonth(month) }] : [],
      )}
      csv={csv}
      actions={actions}
    />
  );
}
