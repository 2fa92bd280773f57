import type { CustomerDetail } from "@forestay/contracts/wire";
import { Fragment } from "react";
import { formatShortDate } from "@/lib/format/index.ts";
import { movedParts } from "../hooks/moved-words.ts";
import type { MovedPart } from "../hooks/moved-words.ts";

type Entry = CustomerDetail["scoreHistory"][number];
/** As the server explains them. */
const explainedFromPoints = 5;
const mostShown = 5;

/** The changes of five points or more, newest first, each on a line with the factors that add up to it. */
export function ScoreChanges({
  history,
  className = "basis-full",
}: {
  history: CustomerDetail["scoreHistory"];
  className?: string;
}) {
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
    <section aria-label="What moved the score" className={className}>
      <h3 className="m-0 pb-1 text-ui font-strong text-ink">
        What moved it{" "}
        <span className="text-note font-regular text-ink-2">
          changes of {explainedFromPoints} points or more
        </span>
      </h3>
      <ol className="m-0 list-none divide-y divide-line border-t border-line p-0 text-ui">
        {changes.slice(0, mostShown).map(({ entry, before }) => (
          <li
            key={entry.scoredAt}
            className="grid grid-cols-[4rem_5rem_minmax(0,1fr)] items-baseline gap-x-3 py-2 max-md:grid-cols-[minmax(0,1fr)_auto]"
          >
            <time dateTime={entry.scoredAt} className="text-ink-2 max-md:order-2">
              {formatShortDate(entry.scoredAt)}
            </time>
            <span className="font-strong text-ink tabular">
              {before.score} to {entry.score}
            </span>
            <Parts movedBy={entry.movedBy} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Parts({ movedBy }: Pick<Entry, "movedBy">) {
  return (
    <span className="min-w-0 text-ink-2 max-md:order-3 max-md:col-span-2">
      {movedBy === null
        ? "Not known: the score before was kept without its reasons"
        : movedParts(movedBy).map((part, index) => (
            <Fragment key={part.key}>
              {index === 0 ? "" : ", "}
              <Part part={part} />
            </Fragment>
          ))}
    </span>
  );
}

function Part({ part: { words, points } }: { part: MovedPart }) {
  return (
    <span>
      {words}{" "}
      <span
        className={
          points > 0
            ? "font-strong whitespace-nowrap text-risk-high-text tabular"
            : "font-strong whitespace-nowrap text-risk-low-text tabular"
        }
      >
        <span className="sr-only">{points > 0 ? "raised it by " : "lowered it by "}</span>
        <span aria-hidden>{points > 0 ? "+" : "−"}</span>
        {Number(Math.abs(points).toFixed(1))}
      </span>
    </span>
  );
}
