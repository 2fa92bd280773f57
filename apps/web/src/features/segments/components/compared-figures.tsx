import type { ComparedFigure, Segment, SegmentComparison } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query-view.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { ScrollBox } from "@/components/ui/scroll-box.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import {
  formatCount,
  formatMoney,
  formatNumber,
  formatPoints,
  formatShare,
  MISSING,
} from "@/lib/format/index.ts";
import { segmentQueries } from "../api/segment-queries.ts";
import { comparedTitle } from "../hooks/compared-words.ts";

/** Members beside everybody else, with the difference and how sure it is. */
export function ComparedFigures({ segment }: { segment: Segment }) {
  const comparison = useQuery(segmentQueries.comparison(segment.id));
  return (
    <QueryView
      query={comparison}
      loading="Comparing with everybody else"
      failed="The comparison did not load"
      skeleton={
        <Cell title="Against everybody else">
          <Skeleton className="h-44 w-full" />
        </Cell>
      }
    >
      {(known) => <Table comparison={known} />}
    </QueryView>
  );
}

function Table({ comparison: { figures, currency } }: { comparison: SegmentComparison }) {
  const others = Math.max(0, ...figures.map(({ outside }) => outside?.n ?? 0));
  return (
    <Cell
      title={comparedTitle(figures)}
      subtitle={`Against the other ${formatCount(others)}; differences with 95% intervals`}
    >
      <ScrollBox label="Against everybody else" className="overflow-x-auto">
        <table className="w-full border-collapse text-ui tabular">
          <thead className="text-note text-ink-2">
            <tr>
              <th scope="col" className="py-1.5 pr-3 text-left font-label">
                Average
              </th>
              <th scope="col" className="px-3 text-right font-label">
                Segment
              </th>
              <th scope="col" className="px-3 text-right font-label">
                Everyone else
              </th>
              <th scope="col" className="px-3 text-right font-label">
                Difference
              </th>
              <th scope="col" className="pl-3 text-left font-label">
                95% interval
              </th>
            </tr>
          </thead>
          <tbody>
            {figures.map((figure) => (
              <FigureRow key={figure.key} figure={figure} currency={currency} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Cell>
  );
}

function FigureRow({ figure, currency }: { figure: ComparedFigure; currency: string }) {
  const { label, inside, outside, difference } = figure;
  const words = (value: number) => valueOf(figure, value, currency);
  const signedWords = (value: number) =>
    `${value < 0 ? "−" : "+"}${changeOf(figure, Math.abs(value), currency)}`;
  const isUnclear = difference !== null && difference.low <= 0 && difference.high >= 0;
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2.5 pr-3 text-left font-regular text-ink">
        {label}
      </th>
      <td className="px-3 text-right font-strong text-ink">
        {inside === null ? MISSING : words(inside.value)}
      </td>
      <td className="px-3 text-right text-ink-2">{outside === null ? MISSING : words(outside.value)}</td>
      <td className="px-3 text-right font-strong whitespace-nowrap text-ink">
        {difference === null ? MISSING : signedWords(difference.value)}
      </td>
      <td className="pl-3 whitespace-nowrap text-ink-2">
        {difference === null ? (
          <span className="text-ink-3">too few to say</span>
        ) : (
          <>
            {signedWords(difference.low)} to {signedWords(difference.high)}
            {isUnclear ? <Tag className="ml-2">Unclear</Tag> : null}
          </>
        )}
      </td>
    </tr>
  );
}

function valueOf({ kind }: ComparedFigure, value: number, currency: string): string {
  if (kind === "share") return formatShare(value);
  return kind === "money" ? formatMoney(value, currency) : formatNumber(value, 0);
}

function changeOf({ kind }: ComparedFigure, value: number, currency: string): string {
  if (kind === "share") return formatPoints(value * 100);
  return kind === "money" ? formatMoney(value, currency) : formatNumber(value, 0);
}
