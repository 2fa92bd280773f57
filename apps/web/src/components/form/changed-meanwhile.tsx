import { useState } from "react";

interface ChangedMeanwhileProps<T> {
  /** As it is stored now: what it was when the form came up is remembered here. */
  now: T;
  /** What it is called: "this case". */
  what: string;
  /** Who changed it last, where that is known. */
  by?: string;
  /** What is another than before, each in words: "Stage: Plan"; null where it is the same. */
  changesOf: (before: T, now: T) => readonly (string | null)[];
}

/** What was changed elsewhere since a form about it came up: who saves next has seen it. */
export function ChangedMeanwhile<T>({ now, what, by, changesOf }: ChangedMeanwhileProps<T>) {
  const [opened] = useState(now);
  const changes = changesOf(opened, now).filter((change) => change !== null);
  if (changes.length === 0) return null;
  return (
    <div role="status" className="rounded-control bg-sunken px-3 py-2 text-ui text-ink">
      <p className="m-0 font-strong">
        {by === undefined
          ? `${what.charAt(0).toUpperCase()}${what.slice(1)} was changed while you had it open`
          : `${by} changed ${what} while you had it open`}
      </p>
      <ul className="m-0 mt-1 list-none space-y-0.5 p-0 text-ink-2">
        {changes.map((change) => (
          <li key={change} className="whitespace-pre-line [overflow-wrap:anywhere]">
            {change}
          </li>
        ))}
      </ul>
      <p className="m-0 mt-1 text-note text-ink-2">
        What you typed here is kept; where both changed the same, saving keeps yours.
      </p>
    </div>
  );
}
