import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";

export interface Factor {
  key: string;
  label: string;
  /** The customer's own value in words: '3 in the last 30 days, was 22'. */
  evidence?: string;
  /** Beside the evidence: what opens a sum. */
  action?: ReactNode;
  /** Percentage points on the score; above zero raises the risk. */
  points: number;
}

/** Diverging bars: right raises risk, left lowers it; arrow and points say the same, so no color is needed. */
export function FactorBars({
  factors,
  className,
}: {
  factors: readonly Factor[];
  className?: string | undefined;
}) {
  // One scale on both sides: a bar's length means the same points wherever it points.
  const right = Math.max(0, ...factors.map(({ points }) => points));
  const left = Math.max(0, ...factors.map(({ points }) => -points));
  const span = Math.max(1, left + right);
  const center = left / span;
  return (
    <ul className={cn("m-0 list-none p-0", className)}>
      {factors.map((factor) => {
        const raises = factor.points > 0;
        const Arrow = raises ? ArrowUp : ArrowDown;
        return (
          <li
            key={factor.key}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-1.75 room:grid-cols-[minmax(0,1fr)_minmax(120px,38%)_3.5rem]"
          >
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
              <span className="text-ui font-emphasis text-ink">{factor.label}</span>
              {factor.evidence === undefined ? null : (
                <span className="text-note text-ink-2">{factor.evidence}</span>
              )}
              {factor.action}
            </span>
            <span
              aria-hidden
              className="relative h-2.5 max-room:order-last max-room:col-span-2 max-room:mt-1.5"
            >
              <span
                className="absolute -inset-y-2.5 w-0.5 -translate-x-1/2 bg-line max-room:-inset-y-1"
                style={{ left: `${center * 100}%` }}
              />
              <span
                className={cn("absolute inset-y-0 rounded-[3px]", raises ? "bg-risk-high" : "bg-risk-low")}
                style={{
                  width: `${(Math.abs(factor.points) / span) * 100}%`,
                  [raises ? "left" : "right"]: `${(raises ? center : 1 - center) * 100}%`,
                }}
              />
            </span>
            <span
              className={cn(
                "inline-flex items-center justify-end gap-1 text-ui font-strong tabular",
                raises ? "text-risk-high-text" : "text-risk-low-text",
              )}
            >
              <Arrow aria-hidden className="size-3.5" strokeWidth={2.2} />
              <span className="sr-only">{raises ? "raises the score by" : "lowers the score by"}</span>
              {formatFactorPoints(factor.points)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function formatFactorPoints(points: number): string {
  const size = Math.abs(points);
  return size >= 10 || Number.isInteger(size) ? String(Math.round(size)) : size.toFixed(1);
}
