import { SegmentStatus, segmentStatusLabel } from "@forestay/contracts/wire";
import { Link } from "react-router";
import { MobileRow } from "@/components/ui/data-table.tsx";
import { formatCount, formatMoney, formatShare } from "@/lib/format/index.ts";
import { figuresOf } from "./segment-columns.tsx";
import type { ListedSegment } from "./segment-columns.tsx";
import { ColorMark } from "./segment-name.tsx";

/** A segment on two lines, where the table has no room. */
export function SegmentRow({ row }: { row: ListedSegment }) {
  const figures = figuresOf(row);
  const facts = [
    row.of === "segment" && row.segment.status !== SegmentStatus.Active
      ? segmentStatusLabel(row.segment.status)
      : null,
    figures?.averageChurnRate == null ? null : `${formatShare(figures.averageChurnRate)} expected to leave`,
    figures?.revenueAtRisk == null ? null : `${formatMoney(figures.revenueAtRisk, figures.currency)} at risk`,
  ];
  const to = row.of === "everyone" ? "/app/customers" : `/app/segments/${row.segment.id}`;
  return (
    <MobileRow
      to={to}
      {...(row.of === "everyone" ? {} : { lead: <ColorMark color={row.segment.color} /> })}
      title={
        <Link to={to} className="text-ink no-underline">
          {row.of === "everyone" ? "Everyone" : row.segment.name}
        </Link>
      }
      detail={facts.filter(Boolean).join(" · ")}
      value={figures === null ? null : formatCount(figures.customerCount)}
    />
  );
}
