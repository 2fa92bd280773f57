import { SegmentStatus, segmentStatusLabel } from "@forestay/contracts/wire";
import type { SegmentStatusValue } from "@forestay/contracts/wire";
import { Tag } from "@/components/ui/tag.tsx";

const tones = {
  [SegmentStatus.Draft]: "outline",
  [SegmentStatus.Active]: "ok",
  [SegmentStatus.Inactive]: "neutral",
} as const;

export function SegmentStatusTag({ status }: { status: SegmentStatusValue }) {
  return <Tag tone={tones[status]}>{segmentStatusLabel(status)}</Tag>;
}
