import { SegmentStatus, segmentStatusLabel, SegmentType, segmentTypeLabel } from "@forestay/contracts/wire";
import type { Segment, SegmentFigures, segmentSortFields } from "@forestay/contracts/wire";
import { Sparkles } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ListColumn } from "@/components/list/list-column.ts";
import { Sparkline } from "@/components/charts/sparkline.tsx";
import { StatusDot } from "@/components/ui/tag.tsx";
import {
  formatCount,
  formatCounted,
  formatMoney,
  formatRelative,
  formatShare,
  MISSING,
} from "@/lib/format/index.ts";
import { scoredWords, signed, sizeChange } from "../hooks/segment-words.ts";
import { ColorMark } from "./segment-name.tsx";

type Sort = (typeof segmentSortFields)[number];

/** A segment, or everybody, to compare with. */
export type ListedSegment = { of: "segment"; segment: Segment } | { of: "everyone"; figures: SegmentFigures };

export const figuresOf = (row: ListedSegment): SegmentFigures | null =>
  row.of === "everyone" ? row.figures : row.segment.figures;

const missing = <span className="text-ink-3">{MISSING}</span>;

function figure(row: ListedSegment, words: (figures: SegmentFigures) => ReactNode): ReactNode {
  const figures = figuresOf(row);
  return (figures && words(figures)) ?? missing;
}

const money = (amount: number | null, { currency }: SegmentFigures) =>
  amount === null ? null : formatMoney(amount, currency);

const dots = {
  [SegmentStatus.Draft]: "hollow",
  [SegmentStatus.Active]: "ok",
  [SegmentStatus.Inactive]: "neutral",
} as const;

export const segmentColumns: readonly ListColumn<ListedSegment, Sort>[] = [
  {
    id: "name",
    header: "Segment",
    sort: "name",
    fixed: true,
    cellClassName: "max-w-66",
    cell: (row) =>
      row.of === "everyone" ? (
        <span className="text-ink">
          <strong className="font-strong">Everyone</strong> to compare with
        </span>
      ) : (
        <span className="flex min-w-48 items-baseline gap-3 py-1">
          <ColorMark color={row.segment.color} />
          <span className="flex min-w-0 flex-col">
            <Link
              to={`/app/segments/${row.segment.id}`}
              className="truncate rounded-check font-strong text-ink no-underline hover:underline"
            >
              {row.segment.name}
            </Link>
            <span className="truncate text-small text-ink-2" title={row.segment.sentence}>
              {row.segment.sentence
                .replace(/^Customers with /, "")
                .replace(/^./, (first) => first.toUpperCase())}
            </span>
            {row.segment.brokenLines.length === 0 ? null : (
              <span className="text-small">
                <StatusDot tone="warning">
                  {row.segment.brokenLines.length === 1
                    ? "A line does not work any more"
                    : `${row.segment.brokenLines.length} lines do not work any more`}
                </StatusDot>
              </span>
            )}
          </span>
        </span>
      ),
  },
  {
    id: "status",
    header: "Status, type",
    cell: (row) =>
      row.of === "everyone" ? null : (
        <span className="flex flex-col">
          <StatusDot tone={dots[row.segment.status]}>{segmentStatusLabel(row.segment.status)}</StatusDot>
          <span className="flex items-center gap-1.5 text-small text-ink-2">
            {row.segment.type === SegmentType.AiGenerated ? (
              <Sparkles aria-hidden className="size-3.5" />
            ) : null}
            {segmentTypeLabel(row.segment.type)}
          </span>
        </span>
      ),
  },
  {
    id: "customers",
    header: "Customers",
    numeric: true,
    sort: "customerCount",
    cell: (row) =>
      row.of === "segment" && row.segment.isCounting ? (
        <span className="text-ink-3">Counting…</span>
      ) : (
        figure(row, ({ customerCount }) => (
          <strong className="font-strong">{formatCount(customerCount)}</strong>
        ))
      ),
  },
  {
    id: "churn",
    header: "Leaving",
    numeric: true,
    sort: "averageChurnRate",
    sortedBy: "The average chance of leaving within the horizon, of those who are scored",
    cell: (row) =>
      figure(row, (figures) =>
        figures.averageChurnRate === null ? null : (
          <span className="whitespace-nowrap">
            <strong className="font-strong">{formatShare(figures.averageChurnRate)}</strong>{" "}
            <span className="text-small text-ink-2">{scoredWords(figures)}</span>
          </span>
        ),
      ),
  },
  {
    id: "lifetime",
    header: "Lifetime",
    numeric: true,
    sort: "averageLifetimeValue",
    cell: (row) => figure(row, (figures) => money(figures.averageLifetimeValue, figures)),
  },
  {
    id: "monthly",
    header: "Monthly",
    numeric: true,
    sort: "averageRevenue",
    cell: (row) => figure(row, (figures) => money(figures.averageRevenue, figures)),
  },
  {
    id: "risk",
    header: "At risk",
    numeric: true,
    sort: "revenueAtRisk",
    cell: (row) =>
      figure(row, (figures) => {
        const words = money(figures.revenueAtRisk, figures);
        return words === null ? null : <strong className="font-strong">{words}</strong>;
      }),
  },
  {
    id: "trend",
    header: "30 days",
    numeric: true,
    cell: (row) => {
      const change = row.of === "everyone" ? null : sizeChange(row.segment);
      return change === null || row.of === "everyone" ? (
        missing
      ) : (
        <span className="flex items-center justify-end gap-3">
          <Sparkline values={row.segment.trend} width={48} height={20} />
          <span className="min-w-8">{signed(change)}</span>
        </span>
      );
    },
  },
  {
    id: "updated",
    header: "Used",
    numeric: true,
    sort: "updatedAt",
    cell: (row) =>
      row.of === "everyone" ? null : (
        <span className="flex flex-col items-end whitespace-nowrap">
          <span>
            {row.segment.usedBy.length === 0 ? MISSING : formatCounted(row.segment.usedBy.length, "place")}
          </span>
          <span className="text-small text-ink-2">{formatRelative(row.segment.updatedAt)}</span>
        </span>
      ),
  },
];
