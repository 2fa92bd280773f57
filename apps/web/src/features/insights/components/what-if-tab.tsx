import type { RevenueWhatIf } from "@forestay/contracts/wire";
import { RotateCcw } from "lucide-react";
import { LineChart } from "@/components/charts/line-chart.tsx";
import { niceTicks } from "@/components/charts/nice-ticks.ts";
import { Button } from "@/components/ui/button.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { formatCountCompact, formatMoney, monthName, shortMonth } from "@/lib/format/index.ts";
import { differenceWords, forecastTitle } from "../hooks/what-if-words.ts";
import type { Supposed } from "../hooks/insights-state.ts";
import { WhatIfLevers } from "./what-if-levers.tsx";

interface WhatIfTabProps {
  insights: RevenueWhatIf;
  supposed: Supposed;
  onSuppose: (supposed: Supposed) => void;
}

/** Where MRR goes from here, and where it would go. */
export function WhatIfTab({ insights, supposed, onSuppose }: WhatIfTabProps) {
  const { asIs, changed, scope, assumptions } = insights;
  const isMoved = Object.keys(supposed).length > 0;
  return (
    <SheetRow columns="minmax(0,1fr) 400px">
      <Cell
        title={forecastTitle(changed ?? asIs, scope.currency)}
        subtitle={differenceWords(asIs, changed, scope.currency)}
      >
        <Forecast insights={insights} />
        <h3 className="m-0 pt-4 text-ui font-strong text-ink">What this rests on</h3>
        <ul className="m-0 flex list-disc flex-col gap-1.5 pt-2 pl-4 text-ui text-ink-2">
          {assumptions.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </Cell>
      <Cell
        title="What if"
        aside={
          <Button size="sm" icon={<RotateCcw />} disabled={!isMoved} onClick={() => onSuppose({})}>
            Reset
          </Button>
        }
      >
        <WhatIfLevers insights={insights} supposed={supposed} onSuppose={onSuppose} />
      </Cell>
    </SheetRow>
  );
}

function Forecast({ insights: { asIs, changed, scope } }: { insights: RevenueWhatIf }) {
  const isMobile = useIsMobile();
  const shown = changed ?? asIs;
  const highest = Math.max(...[...asIs, ...shown].map(({ high }) => high), 1);
  const yTicks = niceTicks(highest);
  const nameOf = (x: number) => {
    const month = asIs[Math.round(x)]?.month;
    return month === undefined ? "" : x === 0 ? "Today" : shortMonth(month);
  };
  const last = shown.at(-1);
  const step = isMobile ? 4 : 2;
  return (
    <LineChart
      label={`${forecastTitle(shown, scope.currency)}.`}
      xLabel="Month"
      height={300}
      xDomain={[0, asIs.length - 1]}
      yDomain={[0, yTicks.at(-1) ?? highest]}
      yTicks={yTicks}
      xTicks={asIs.flatMap((_, x) => (x % step === 0 ? [x] : []))}
      formatX={nameOf}
      formatY={(value) => formatCountCompact(Math.round(value))}
      series={[
        {
          key: "shown",
          label: changed === null ? "As it goes" : "With what is supposed",
          form: "forecast",
          points: shown.map(({ mrr }, x) => ({ x, y: mrr })),
          band: shown.map(({ low, high }, x) => ({ x, low, high })),
          ...(last === undefined
            ? {}
            : { endLabel: { value: formatMoney(last.mrr, scope.currency), detail: "8 in 10" } }),
        },
        ...(changed === null
          ? []
          : [
              {
                key: "asIs",
                label: "As it goes",
                form: "comparison" as const,
                points: asIs.map(({ mrr }, x) => ({ x, y: mrr })),
              },
            ]),
      ]}
      csv={{
        name: "mrr-what-if",
        columns: [
          "month",
          "currency",
          "as_it_goes",
          "low_80",
          "high_80",
          "supposed",
          "supposed_low",
          "supposed_high",
        ],
        rows: asIs.map(({ month, mrr, low, high }, at) => {
          const other = changed?.[at];
          return [
            at === 0 ? "today" : `${monthName(month)} ${month.slice(0, 4)}`,
            scope.currency,
            mrr,
            low,
            high,
            other?.mrr,
            other?.low,
            other?.high,
          ];
        }),
      }}
    />
  );
}
