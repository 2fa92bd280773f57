import { formatCountCompact } from "@forestay/contracts/words";
import type { CalculatorAnswer } from "@forestay/metrics";
import { useEffect, useRef, useState } from "react";
import { money, rate } from "./calculator-words.ts";

const HEIGHT = 236;
const MARGIN = { top: 14, right: 116, bottom: 30, left: 56 };
const DRAWN_WIDTH = 760;
/** Below it three labels fit under the plot. */
const ROOM_FOR_FIVE = 560;
/** End labels of two lines need so much between them. */
const LABEL_GAP = 34;

/** Values at which rules stand: three to five, round. */
function ticksOf(low: number, high: number): number[] {
  const span = Math.max(1, high - low);
  const raw = span / 3;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= raw) ?? raw;
  const first = Math.max(0, Math.floor(low / step) * step);
  const ticks = [first];
  while ((ticks.at(-1) ?? 0) < high) ticks.push((ticks.at(-1) ?? 0) + step);
  return ticks;
}

/** MRR to come on both courses, with what lies between them; the value of each stands at its end. */
export function CourseChart({ answer }: { answer: CalculatorAnswer }) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(DRAWN_WIDTH);
  useEffect(() => {
    const watched = box.current;
    if (watched === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) setWidth(entry.contentRect.width);
    });
    observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  const today = answer.today.mrrMinor;
  const target = answer.target.mrrMinor;
  const months = today.length - 1;
  const ticks = ticksOf(Math.min(...today, ...target), Math.max(...today, ...target));
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const area = { width: width - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom };
  const x = (month: number) => (area.width * month) / months;
  const y = (value: number) => area.height * (1 - (value - low) / Math.max(1, high - low));
  const line = (values: readonly number[]) =>
    values
      .map((value, month) => `${month === 0 ? "M" : "L"}${x(month).toFixed(1)} ${y(value).toFixed(1)}`)
      .join("");
  const back = target
    .map((value, month) => `L${x(month).toFixed(1)} ${y(value).toFixed(1)}`)
    .toReversed()
    .join("");
  const [endToday = 0, endTarget = 0] = [today.at(-1), target.at(-1)];
  const apart = Math.abs(y(endToday) - y(endTarget));
  const push = apart < LABEL_GAP ? (LABEL_GAP - apart) / 2 : 0;
  const targetAbove = endTarget >= endToday;
  const label = (value: number, isAbove: boolean) =>
    Math.min(area.height - 8, Math.max(6, y(value) + (isAbove ? -push : push)));
  const every = months / 4;
  return (
    <div ref={box} className="h-59">
      <svg
        role="img"
        aria-label={`Monthly revenue in ${months} months: ${money(endToday)} at today's churn, ${money(endTarget)} at the lower one.`}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        height={HEIGHT}
        className="block w-full text-micro"
      >
        <g transform={`translate(${MARGIN.left} ${MARGIN.top})`}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                x1={0}
                x2={area.width}
                y1={y(tick)}
                y2={y(tick)}
                stroke={tick === low ? "var(--line-strong)" : "var(--line)"}
              />
              <text x={-8} y={y(tick)} dy="0.35em" textAnchor="end" fill="var(--ink-3)" className="tabular">
                ${formatCountCompact(tick / 100)}
              </text>
            </g>
          ))}
          {(width < ROOM_FOR_FIVE ? [0, 2, 4] : [0, 1, 2, 3, 4]).map((part) => (
            <text
              key={part}
              x={x(every * part)}
              y={area.height + 20}
              textAnchor={part === 0 ? "start" : part === 4 ? "end" : "middle"}
              fill="var(--ink-3)"
            >
              {part === 0 ? "Now" : `Month ${every * part}`}
            </text>
          ))}
          <path d={`${line(today)}${back}Z`} fill="var(--brand)" fillOpacity={0.11} />
          <path d={line(today)} fill="none" stroke="var(--ink-3)" strokeWidth={1.5} />
          <path d={line(target)} fill="none" stroke="var(--brand)" strokeWidth={2} />
          <circle cx={area.width} cy={y(endTarget)} r={3.5} fill="var(--brand)" />
          <circle cx={area.width} cy={y(endToday)} r={3.5} fill="var(--ink-3)" />
          {(
            [
              [endTarget, targetAbove, answer.target.monthlyChurn, "var(--brand-text)"],
              [endToday, !targetAbove, answer.today.monthlyChurn, "var(--ink)"],
            ] as const
          ).map(([value, isAbove, churn, color], index) => (
            <text key={index} x={area.width + 10} y={label(value, isAbove)} fill={color}>
              <tspan className="font-title">{money(value)}</tspan>
              <tspan x={area.width + 10} dy={14} fill="var(--ink-3)">
                at {rate(churn)} churn
              </tspan>
            </text>
          ))}
        </g>
      </svg>
    </div>
  );
}
