import type { ImportTarget } from "@forestay/contracts/wire";
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { LabelQuestion } from "./label-question.tsx";
import type { LabelChoice, OwnFileColumns } from "./own-file-answer.ts";

const FIRST = 6;

const targetWords: Partial<Record<ImportTarget, string>> = {
  externalId: "External id",
  email: "E-mail",
  fullName: "Name",
  firstName: "First name",
  lastName: "Last name",
  plan: "Plan",
  subscriptionStatus: "Subscription",
  paymentStatus: "Payment",
  lifetimeValue: "Lifetime value",
  monthlyRevenue: "Monthly revenue",
  currency: "Currency",
  startedAt: "Customer since",
  tenureMonths: "Tenure, months",
  endedAt: "Left on",
  lastActivityAt: "Last activity",
  lastLoginAt: "Last login",
  churned: "Left",
  snapshotOn: "Date of the row",
  attribute: "Kept under its name",
  skip: "Not used",
};

interface ColumnsFoundProps {
  columns: OwnFileColumns;
  label: LabelChoice | null;
  words: Readonly<Record<string, readonly string[]>>;
  onChange: (label: LabelChoice) => void;
}

/** What each column was taken for; which of them says who left can be changed. */
export function ColumnsFound({ columns, label, words, onChange }: ColumnsFoundProps) {
  const [isAll, setAll] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const ordered = columns.mapping.columns.toSorted((a, b) => rank(a, label) - rank(b, label));
  const shown = isAll ? ordered : ordered.slice(0, FIRST);
  return (
    <div className="px-5 py-5 md:px-7">
      <div className="flex items-baseline justify-between gap-3 pb-2">
        <h2 className="m-0 text-body font-strong text-ink">What we took each column for</h2>
        {label === null ? null : (
          <button
            type="button"
            aria-expanded={isChanging}
            onClick={() => setChanging(!isChanging)}
            className="rounded-check text-ui font-strong text-brand-text hover:underline touch:min-h-11"
          >
            Change
          </button>
        )}
      </div>
      {isChanging ? (
        <div className="pb-4">
          <LabelQuestion
            columns={columns}
            words={words}
            start={label}
            onChoose={(next) => {
              setChanging(false);
              onChange(next);
            }}
          />
        </div>
      ) : null}
      <ul className="m-0 list-none divide-y divide-line border-y border-line p-0">
        {shown.map(({ column, target }) => (
          <li key={column} className="flex items-center gap-3 py-1.5 text-ui">
            <span className="w-2/5 min-w-0 truncate font-mono text-note text-ink">{column}</span>
            <ArrowRight aria-hidden className="size-3.5 shrink-0 text-ink-3" />
            <span className="min-w-0 text-ink">
              {column === label?.column ? "Left" : (targetWords[target] ?? target)}
            </span>
          </li>
        ))}
      </ul>
      {ordered.length > FIRST ? (
        <button
          type="button"
          aria-expanded={isAll}
          onClick={() => setAll(!isAll)}
          className="mt-2 rounded-check text-ui text-ink-2 hover:underline touch:min-h-11"
        >
          {isAll ? "Show fewer" : `and ${ordered.length - FIRST} more`}
        </button>
      ) : null}
    </div>
  );
}

/** What is recognised first, then what is kept as it is, then what is not used. */
function rank(
  { column, target }: { column: string; target: ImportTarget },
  label: LabelChoice | null,
): number {
  if (column === label?.column) return 0;
  if (target === "skip") return 3;
  return target === "attribute" ? 2 : 1;
}
