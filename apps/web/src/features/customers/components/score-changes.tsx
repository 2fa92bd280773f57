import type { CustomerDetail, ScoreMovedBy } from "@forestay/contracts/wire";
import { ArrowDown, ArrowUp } from "lucide-react";
import { formatShortDate } from "@/lib/format/index.ts";

type Entry = CustomerDetail["scoreHistory"][number];
/** As the server explains them. */
const explainedFromPoints = 5;
const mostShown = 5;

/** The changes of five points or more, newest first, each with the factors that add up to it. */
export function ScoreChanges({ history }: { history: CustomerDetail["scoreHistory"] }) {
  const changes = history
    .flatMap((entry, index) => {
      const before = history[index - 1];
      return before !== undefined && Math.abs(entry.score - before.score) >= explainedFromPoints
        ? [{ entry, before }]
        : [];
    })
    .toReversed();
  if (changes.length === 0) return null;
  return (
    <section aria-label="What moved the score" className="basis-full">
      <h3 className="m-0 pb-1 text-ui font-strong text-ink">What moved the score</h3>
      <ol className="m-0 list-none divide-y divide-line border-t border-line p-0">
        {changes.slice(0, mostShown).map(({ entry, before }, index) => (
          <Change key={entry.scoredAt} entry={entry} before={before} isOpen={index === 0} />
        ))}
      </ol>
    </section>
  );
}

function Change({ entry, before, isOpen }: { entry: Entry; before: Entry; isOpen: boolean }) {
  const change = entry.score - before.score;
  const heading = (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <span className="font-emphasis text-ink tabular">
        {before.score} to {entry.score}
      </span>
      <span className="text-note text-ink-2">
        {change > 0 ? "up" : "down"} {Math.abs(change)} points on {formatShortDate(entry.scoredAt)}
      </span>
    </span>
  );
  if (entry.movedBy === null) {
    return (
      <li className="py-2 text-ui">
        {heading}
        <p className="m-0 text-note text-ink-3">
          What moved it is not known: the score before was kept without its factors.
        </p>
      </li>
    );
  }
  return (
    <li className="py-2 text-ui">
      <details open={isOpen}>
        <summary className="w-fit cursor-pointer rounded-check">{heading}</summary>
        <ul className="m-0 mt-1.5 flex list-none flex-col gap-1 p-0">
          {entry.movedBy.map((part) => (
            <Part key={part.feature} part={part} />
          ))}
        </ul>
      </details>
    </li>
  );
}

function Part({ part: { label, before, after, points } }: { part: ScoreMovedBy }) {
  const Arrow = points > 0 ? ArrowUp : ArrowDown;
  const changed =
    before !== null && after !== null && before !== after ? `${after}; before: ${before}` : after;
  return (
    <li className="flex items-baseline gap-3">
      <span className="min-w-0 flex-1">
        <span className="text-ink">{label}</span>
        {changed === null ? null : <span className="text-note text-ink-2"> {changed}</span>}
      </span>
      <span
        className={
          points > 0
            ? "inline-flex items-center gap-1 text-risk-high-text tabular"
            : "inline-flex items-center gap-1 text-risk-low-text tabular"
        }
      >
        <Arrow aria-hidden className="size-3.5 self-center" strokeWidth={2.2} />
        <span className="sr-only">{points > 0 ? "raised it by" : "lowered it by"}</span>
        {Number(Math.abs(points).toFixed(1))}
      </span>
    </li>
  );
}
