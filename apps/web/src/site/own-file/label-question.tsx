import { useId, useState } from "react";
import { siteButton } from "../layout/site-link.tsx";
import type { LabelChoice, OwnFileColumns } from "./own-file-answer.ts";

/** A column with more different values than this says something else. */
const MOST_VALUES = 12;

interface LabelQuestionProps {
  columns: OwnFileColumns;
  words: Readonly<Record<string, readonly string[]>>;
  start?: LabelChoice | null;
  onChoose: (label: LabelChoice) => void;
}

/** Asks which column says who left, and by which of its values: where a file does not say so itself, nobody guesses. */
export function LabelQuestion({ columns, words, start = null, onChoose }: LabelQuestionProps) {
  const id = useId();
  const isDate = (name: string) =>
    columns.profiles.some(({ column, kind }) => column === name && (kind === "date" || kind === "datetime"));
  const candidates = columns.mapping.columns
    .map(({ column }) => column)
    .filter((name) => isDate(name) || inRange(words[name] ?? []));
  const likely = columns.mapping.columns.find(({ target }) => target === "churned")?.column;
  const [column, setColumn] = useState(start?.column ?? likely ?? "");
  const [left, setLeft] = useState<readonly string[]>(start?.left ?? []);
  if (candidates.length === 0)
    return (
      <p role="alert" className="m-0 px-5 py-8 text-body text-ink md:px-7">
        No column of this file says who has left: a yes or no, a status, or a date. Add one, or sign up and
        import the file: customers who leave from then on are learned from.
      </p>
    );
  const needsValues = column !== "" && !isDate(column);
  return (
    <form
      className="flex flex-col gap-4 px-5 py-6 md:px-7"
      onSubmit={(event) => {
        event.preventDefault();
        if (column !== "" && (!needsValues || left.length > 0))
          onChoose({ column, left: needsValues ? left : null });
      }}
    >
      <div>
        <label htmlFor={`${id}-column`} className="block pb-1.5 text-body font-strong text-ink">
          Which column says who has left?
        </label>
        <select
          id={`${id}-column`}
          value={column}
          onChange={(event) => {
            setColumn(event.target.value);
            setLeft([]);
          }}
          className="h-10 w-full max-w-80 rounded-control border border-line-control bg-sheet px-3 text-body text-ink field-focus touch:h-11 touch:text-input"
        >
          <option value="">Choose a column</option>
          {candidates.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {needsValues ? (
        <fieldset className="m-0 border-0 p-0">
          <legend className="p-0 pb-1 text-body font-strong text-ink">
            Which of its values mean "left"?
          </legend>
          {(words[column] ?? []).map((word) => (
            <label key={word} className="flex items-center gap-2.5 py-1 text-body text-ink touch:min-h-11">
              <input
                type="checkbox"
                checked={left.includes(word)}
                onChange={() =>
                  setLeft(left.includes(word) ? left.filter((one) => one !== word) : [...left, word])
                }
                className="size-4 accent-brand"
              />
              {word}
            </label>
          ))}
        </fieldset>
      ) : column === "" ? null : (
        <p className="m-0 text-ui text-ink-2">
          Whoever has a date there that has passed counts as having left.
        </p>
      )}
      <button
        type="submit"
        disabled={column === "" || (needsValues && left.length === 0)}
        className={siteButton(
          "primary",
          "self-start disabled:border-line disabled:bg-sunken disabled:text-ink-3 disabled:shadow-none",
        )}
      >
        Analyse
      </button>
    </form>
  );
}

const inRange = (values: readonly string[]) => values.length > 1 && values.length <= MOST_VALUES;
