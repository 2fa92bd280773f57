import { useState } from "react";

export interface QuickAction {
  label: string;
  /** What pressing it says. */
  question: string;
}

/** Shown before 'More'. */
const FIRST = 3;

/** What people ask on this page: three, then the others. */
export function QuickActions({
  actions,
  onAsk,
  isBusy = false,
}: {
  actions: readonly QuickAction[];
  /** A question is on its way: none of these goes before it is answered. */
  isBusy?: boolean;
  onAsk: (question: string) => void;
}) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? actions : actions.slice(0, FIRST);
  return (
    <div className="flex flex-wrap gap-1.5 px-3 pt-1.5 pb-2.5" role="group" aria-label="Quick actions">
      {shown.map(({ label, question }) => (
        <button
          key={label}
          type="button"
          aria-disabled={isBusy}
          onClick={() => (isBusy ? undefined : onAsk(question))}
          className={pill}
        >
          {label}
        </button>
      ))}
      {actions.length > FIRST ? (
        <button type="button" aria-expanded={isAll} onClick={() => setAll(!isAll)} className={pill}>
          {isAll ? "Less" : "More"}
        </button>
      ) : null}
    </div>
  );
}

const pill =
  "rounded-full border border-line-strong bg-sheet px-2.5 py-1 text-note font-emphasis text-ink hover:bg-hover aria-disabled:cursor-not-allowed aria-disabled:bg-sunken aria-disabled:text-ink-2 touch:min-h-11 touch:px-3.5";
