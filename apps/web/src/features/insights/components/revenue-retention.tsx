import type { RevenueInsights } from "@forestay/contracts/wire";
import { LineChart } from "@/components/charts/line-chart.tsx";
import { SaveMarks } from "@/components/criteria/save-marks.tsx";
import { yearUntil } from "@/components/figures/figure-days.ts";
import { FigureLink } from "@/components/figures/figure-link.tsx";
import { rowsPath } from "@/components/figures/rows-path.ts";
import type { FigureFilter } from "@/components/figures/rows-path.ts";
import { Cell } from "@/components/ui/sheet.tsx";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { formatShare, shortMonth } from "@/lib/format/index.ts";
import { retentionMarks } from "../hooks/mark-criteria.ts";
import { retentionTitle } from "../hooks/revenue-words.ts";

/** Fewer months and numbers say more than a line. */
const FEWEST = 2;

/** NRR and GRR over the twelve months that end with each. */
export function RevenueRetention({ insights, filter }: { insights: RevenueInsights; filter: FigureFilter }) {
  const { retention, months } = insights;
  const isMobile = useIsMobile();
  const rowsOf = (month: string) => {
    const found = months.find((one) => one.month === month);
    return found && ({ figure: "revenue_retention", ...yearUntil(found.until) } as const);
  };
  const title = retentionTitle(retention);
  const known = retention.flatMap(({ netRetention, grossRetention, ...one }) =>
    netRetention === null || grossRetention === null ? [] : [{ ...one, netRetention, grossRetention }],
  );
  if (known.length < FEWEST) {
    const only = known[0] && rowsOf(known[0].month);
    const opened = (share: number) =>
      only === undefined ? (
        formatShare(share)
      ) : (
        <FigureLink rowsOf={only} filter={filter}>
          {formatShare(share)}
        </FigureLink>
      );
    return (
      <Cell title={title} subtitle="Revenue kept from customers of a year before">
        {known.length === 0 ? (
          <p className="m-0 text-ui text-ink-2">
            n/a: it compares what customers pay with what they paid twelve months before.
          </p>
        ) : (
          <p className="m-0 text-ui text-ink">
            NRR <strong className="font-strong">{opened(known[0]!.netRetention)}</strong>, GRR{" "}
            <strong className="font-strong">{opened(known[0]!.grossRetention)}</strong>
          </p>
        )}
      </Cell>
    );
  }
  const firstKnown = retention.findIndex(({ month }) => month === known[0]!.month);
  const lastKnown = retention.findIndex(({ month }) => month === known.at(-1)!.month);
  // A month between that nothing is known of is a gap.
  const line = retention.slice(firstKnown, lastKnown + 1);
  const values = known.flatMap(({ netRetention, grossRetention }) => [netRetention, grossRetention]);
  const low = Math.floor(Math.min(...values) * 10) / 10;
  const high = Math.ceil(Math.max(...values) * 10) / 10;
  const [bottom, top] = low === high ? [low - 0.1, high + 0.1] : [low, high];
  const nameOf = (x: number) => shortMonth(line[Math.round(x)]?.month ?? line[0]!.month);
  const seriesOf = (key: "netRetention" | "grossRetention", label: string, color: string) => ({
    key,
    label,
    color,
    points: line.map((one, x) => ({ x, y: one[key] })),
    pathOf: (x: number) => {
      const kept = line[x] && rowsOf(line[x].month);
      return kept && rowsPath(kept, filter);
    },
    endLabel: { value: formatShare(known.at(-1)![key]), detail: label },
  });
  const step = Math.ceil(line.length / (isMobile ? 3 : 4));
  return (
    <Cell title={title} subtitle="Revenue kept from customers of a year before">
      <LineChart
        label={`${title}. NRR and GRR by month.`}
        xLabel="Month"
        height={230}
        xDomain={[0, Math.max(1, line.length - 1)]}
        yDomain={[bottom, top]}
        yTicks={[bottom, (bottom + top) / 2, top]}
        xTicks={line.flatMap((_, x) => ((line.length - 1 - x) % step === 0 ? [x] : []))}
        formatX={nameOf}
        formatY={formatShare}
        series={[
          seriesOf("netRetention", "NRR", "var(--brand)"),
          seriesOf("grossRetention", "GRR", "var(--ink-3)"),
        ]}
        actions={<SaveMarks of="NRR and GRR" marks={retentionMarks(insights)} />}
        csv={{
          name: "revenue-retention",
          columns: ["month", "net_revenue_retention", "gross_revenue_retention"],
          rows: retention.map(({ month, netRetention, grossRetention }) => [
            month,
            netRetention,
            grossRetention,
          ]),
        }}
      />
    </Cell>
  );
}
