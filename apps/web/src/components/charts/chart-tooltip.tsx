import type { ChartPoint } from "./chart-point.ts";

const widthGuess = 200;

/** Beside the point; on the other side of it near the right edge. Hidden from readers: the frame speaks the same words. */
export function ChartTooltip({
  point,
  left,
  top,
  chartWidth,
}: {
  point: ChartPoint;
  left: number;
  top: number;
  chartWidth: number;
}) {
  const flip = left + widthGuess + 16 > chartWidth && left > widthGuess / 2;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 w-max max-w-60 rounded-inset border border-line bg-raised px-3 py-2 text-small text-ink shadow-md"
      style={{ left, top, transform: `translate(${flip ? "calc(-100% - 12px)" : "12px"}, -50%)` }}
    >
      <p className="m-0 font-strong">{point.title}</p>
      {point.rows.map((row) => (
        <p key={row.label} className="m-0 flex items-center justify-between gap-4">
          <span className="flex items-center gap-1.5 text-ink-2">
            {row.color === undefined ? null : (
              <span className="size-2 rounded-[2px]" style={{ background: row.color }} />
            )}
            {row.label}
          </span>
          <span className="font-emphasis tabular">{row.value}</span>
        </p>
      ))}
    </div>
  );
}
