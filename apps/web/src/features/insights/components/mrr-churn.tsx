import type { RevenueInsights } from "@forestay/contracts/wire";
import { LineChart } from "@/components/charts/line-chart.tsx";
import { SaveMarks } from "@/components/criteria/save-marks.tsx";
import { dayBefore } from "@/components/figures/figure-days.ts";
import { FigureLink } from "@/components/figures/figure-link.tsx";
import { rowsPath } from "@/components/figures/rows-path.ts";
import type { FigureFilter } from "@/components/figures/rows-path.ts";
import { Cell } from "@/components/ui/sheet.tsx";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { formatMoney, formatShare, monthName, shortMonth } from "@/lib/format/index.ts";
import { mrrChurnMarks } from "../hooks/mark-criteria.ts";
import { mrrChurnTitle } from "../hooks/revenue-words.ts";

const FEWEST = 2;

/** Gross and net MRR churn of each full month, and the last one as what it is worked out of. */
export function MrrChurn({ insights, filter }: { insights: RevenueInsights; filter: FigureFilter }) {
  const isMobile = useIsMobile();
  const { churn } = insights;
  const title = mrrChurnTitle(churn);
  const first = churn.findIndex(({ gross }) => gross !== null);
  const line = first === -1 ? [] : churn.slice(first);
  const values = line.flatMap(({ gross, net }) => [gross, net]).filter((value) => value !== null);
  const top = Math.max(0.01, Math.ceil(Math.max(0, ...values) * 200) / 200);
  const bottom = Math.floor(Math.min(0, ...values) * 200) / 200;
  const seriesOf = (key: "gross" | "net", label: string, color: string) => ({
    key,
    label,
    color,
    points: line.map((one, x) => ({ x, y: one[key] })),
    pathOf: (x: number) => {
      const month = line[x];
      return month && rowsPath({ figure: `${key}_mrr_churn`, from: month.from, until: month.until }, filter);
    },
    endLabel: { value: `${formatShare(line.findLast((one) => one[key] !== null)?.[key] ?? 0)} ${key}` },
  });
  const step = Math.ceil(line.length / (isMobile ? 3 : 6));
  return (
    <Cell title={title} subtitle="Gross and net MRR churn by month">
      {line.length < FEWEST ? null : (
        <LineChart
          label={`${title}. Gross and net MRR churn by month.`}
          xLabel="Month"
          height={230}
          xDomain={[0, line.length - 1]}
          yDomain={[bottom, top]}
          yTicks={bottom < 0 ? [bottom, 0, top] : [0, top / 2, top]}
          xTicks={line.flatMap((_, x) => ((line.length - 1 - x) % step === 0 ? [x] : []))}
          formatX={(x) => shortMonth(line[Math.round(x)]?.month ?? line[0]!.month)}
          formatY={formatShare}
          series={[seriesOf("gross", "Gross", "var(--brand)"), seriesOf("net", "Net", "var(--ink-3)")]}
          actions={<SaveMarks of="MRR churn" marks={mrrChurnMarks(insights)} />}
          csv={{
            name: "mrr-churn",
            columns: ["month", "gross_mrr_churn", "net_mrr_churn"],
            rows: churn.map(({ month, gross, net }) => [month, gross, net]),
          }}
        />
      )}
      <LastMonth insights={insights} filter={filter} />
    </Cell>
  );
}

/** '($1,200 churn + $300 contraction) / $40,000 at the start of May = 3.8%', each amount with its rows. */
function LastMonth({
  insights: { churn, months, scope },
  filter,
}: {
  insights: RevenueInsights;
  filter: FigureFilter;
}) {
  const last = churn.findLast(({ gross }) => gross !== null);
  const month = months.find((one) => one.month === last?.month);
  if (last === undefined || last.gross === null || last.net === null || month?.flow == null) return null;
  const { flow, from, until } = month;
  const amount = (kind: "churn" | "contraction" | "expansion" | "reactivation") => {
    const text = `${formatMoney(flow[kind], scope.currency, 2)} ${kind}`;
    return (
      <FigureLink rowsOf={{ figure: "movements", kind, from, until }} filter={filter} value={flow[kind]}>
        {text}
      </FigureLink>
    );
  };
  const share = (of: "gross" | "net", value: number) => (
    <FigureLink rowsOf={{ figure: `${of}_mrr_churn`, from, until }} filter={filter} value={value}>
      {formatShare(value)}
    </FigureLink>
  );
  return (
    <p className="m-0 pt-3 text-small text-ink-2 tabular">
      Gross, {monthName(month.month)}: {amount("churn")} and {amount("contraction")}, of{" "}
      <FigureLink rowsOf={{ figure: "mrr", until: dayBefore(from) }} filter={filter} value={flow.start}>
        {formatMoney(flow.start, scope.currency, 2)}
      </FigureLink>{" "}
      at its start: {share("gross", last.gross)}. Net: less {amount("expansion")} and {amount("reactivation")}
      : {share("net", last.net)}.
    </p>
  );
}
