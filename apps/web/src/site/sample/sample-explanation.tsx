import { formatPoints } from "@forestay/contracts/words";
import { ArrowDown, ArrowUp } from "lucide-react";
import { cn } from "@/lib/style/cn.ts";
import { sampleFields } from "./sample-fields.ts";
import type { SampleExplanation as Explained, SampleValues } from "./sample-fields.ts";

const SHOWN = 6;
/** Less than this is said by no bar. */
const LEAST_POINTS = 0.05;

interface SampleExplanationProps {
  values: SampleValues;
  explained: Explained;
  onChange?: (name: string, value: string) => void;
}

/** One customer's chance of leaving, what adds up to it, and what would be if they were otherwise. */
export function SampleExplanation({ values, explained, onChange }: SampleExplanationProps) {
  const { chance, base, factors } = explained;
  const shown = factors.filter(({ points }) => Math.abs(points) >= LEAST_POINTS).slice(0, SHOWN);
  const widest = Math.max(...shown.map(({ points }) => Math.abs(points)), 1);
  return (
    <div className="overflow-clip rounded-dialog border border-line bg-sheet shadow-md lg:grid lg:grid-cols-[minmax(0,400fr)_minmax(0,880fr)]">
      <section aria-label="A customer" className="px-5 py-5 md:px-7">
        <h3 className="m-0 pb-2 text-body font-strong text-ink">A customer</h3>
        <div className="divide-y divide-line">
          {sampleFields.map((field) => (
            <div key={field.name} className="flex items-center justify-between gap-4 py-2">
              <label htmlFor={`sample-${field.name}`} className="text-ui text-ink">
                {field.label}
              </label>
              {field.kind === "choice" ? (
                <select
                  id={`sample-${field.name}`}
                  name={field.name}
                  value={values[field.name]}
                  onChange={(event) => onChange?.(field.name, event.target.value)}
                  className="h-8.5 w-32 rounded-control border border-line-control bg-sheet px-2 text-ui text-ink field-focus touch:h-11 touch:text-input"
                >
                  {field.options.map((option) => (
                    <option key={option}>{option}</option>
                  ))}
                </select>
              ) : (
                <span className="flex items-center gap-2.5">
                  <input
                    id={`sample-${field.name}`}
                    name={field.name}
                    type="range"
                    min={0}
                    max={field.max}
                    value={values[field.name]}
                    aria-valuetext={`${values[field.name]} ${field.unit}`.trim()}
                    onChange={(event) => onChange?.(field.name, event.target.value)}
                    className="h-5 w-32 accent-brand touch:h-11"
                  />
                  <output
                    htmlFor={`sample-${field.name}`}
                    className="w-6 text-right text-ui font-strong tabular"
                  >
                    {values[field.name]}
                  </output>
                </span>
              )}
            </div>
          ))}
        </div>
      </section>
      <section
        aria-label="Why this score"
        className="border-t border-line px-5 py-5 md:px-7 lg:border-t-0 lg:border-l"
      >
        <p className="m-0 flex flex-wrap items-baseline gap-x-3" aria-live="polite">
          <span className="text-score font-strong text-ink tabular">{Math.round(chance * 100)}</span>
          <span className="text-body text-ink-2">
            {inWords(chance)} leave. The average customer here has {Math.round(base * 100)}.
          </span>
        </p>
        <ul aria-label="Factors" className="m-0 list-none p-0 pt-3">
          {shown.map(({ name, label, value, points }) => {
            const raises = points > 0;
            const Arrow = raises ? ArrowUp : ArrowDown;
            return (
              <li
                key={name}
                className="grid grid-cols-[minmax(0,1fr)_6.5rem_4rem] items-center gap-3 py-1.5 text-ui md:grid-cols-[minmax(0,1fr)_12rem_4rem]"
              >
                <span className="min-w-0 text-ink">
                  {label} <span className="text-ink-2">{value}</span>
                </span>
                <svg aria-hidden viewBox="0 0 200 10" preserveAspectRatio="none" className="h-2.5 w-full">
                  <rect x="99.5" width="1" height="10" className="fill-line-strong" />
                  <rect
                    x={raises ? 100 : 100 - (Math.abs(points) / widest) * 98}
                    width={(Math.abs(points) / widest) * 98}
                    y="1"
                    height="8"
                    className={raises ? "fill-risk-high" : "fill-risk-low"}
                  />
                </svg>
                <span
                  className={cn(
                    "inline-flex items-center justify-end gap-1 font-strong whitespace-nowrap tabular",
                    raises ? "text-risk-high-text" : "text-risk-low-text",
                  )}
                >
                  <Arrow aria-hidden className="size-3.5" strokeWidth={2.2} />
                  <span className="sr-only">{raises ? "raises by" : "lowers by"}</span>
                  {formatPoints(Math.abs(points))}
                </span>
              </li>
            );
          })}
        </ul>
        <p className="m-0 pt-3 text-ui text-ink-2">
          Points add up: from the average to this chance. The model was learned from{" "}
          <a href="/sample-leavers.csv" className="text-brand-text underline">
            a sample file
          </a>{" "}
          of 900 made-up customers, and is asked in this page; nothing is sent.
        </p>
      </section>
    </div>
  );
}

/** 'About 3 in 5 such customers'. */
function inWords(chance: number): string {
  const of = chance >= 0.15 ? 10 : 100;
  const count = Math.max(1, Math.round(chance * of));
  return count >= of ? "Nearly all such customers" : `About ${count} in ${of} such customers`;
}
