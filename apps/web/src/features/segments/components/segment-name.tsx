import type { SegmentColor } from "@forestay/contracts/wire";
import { segmentColor } from "../hooks/segment-words.ts";

/** The square of color that a segment is told by; its name stands beside it. */
export function ColorMark({ color, size = "size-2.5" }: { color: SegmentColor; size?: string }) {
  return (
    <span
      aria-hidden
      className={`inline-block shrink-0 rounded-[3px] ${size}`}
      style={{ background: segmentColor[color] }}
    />
  );
}
