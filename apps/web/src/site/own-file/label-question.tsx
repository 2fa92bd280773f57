import { useId, useState } from "react";
import type { DateOrder } from "@forestay/tabular";
import { siteButton } from "../layout/site-link.tsx";
import type { LabelChoice, OwnFileColumns } from "./own-file-answer.ts";

/** A column with more different values than this says something else. */
const MOST_VALUES = 12;

const orderWords: Record<DateOrder, string> = {
  DMY: "31/12/2026, the day first",
  MDY: "12/31/2026, the month first",
  YMD: "26/12/31, the year first",
};

interface LabelQuestionProps {
  columns: OwnFileColumns;
  words: Readonly<Record<string, readonly string[]>>;
  start?: LabelChoice | null;
  onChoose: (label: LabelChoice) => void;
}

/** Asks which column says who left, and by which of its values: where a file does not say so itself, nobody guesses. */
export function LabelQuestion({ columns, words, start = null, onChoose }: LabelQuestionProps) {
  const id = useId();
  const profileOf = (name: string) => columns.profiles.find(({ column }) => column === name);
  const isDate = (name: string) => ["date", "datetime"].includes(profileOf(name)?.kind ?? "");
  const candidates = columns.mapping.columns
    .map(({ column }) => column)
    .filter((name) => isDate(name) || inRange(words[name] ?? []));
  const likely = ["churned", "endedAt"]
    .map((said) => columns.mapping.columns.find(({ target }) => target === said)?.column)
    .find((name) => name !== undefined && candidates.includes(name));
  const [column, setColumn] = useState(start?.column ?? likely ?? "");
  const [left, setLeft] = useState<readonly string[]>(start?.left ?? []);
  const [order, setOrder] = useState<DateOrder | undefined>(start?.dateOrder);
  if (candidates.length === 0)
    return (
      <p role="alert" className="m-0 px-5 py-8 text-body text-ink md:px-7">
        No column of this file says who has left: a yes or no, a status, or a date. Add one, or sign up and
        import the file: customers who leave from then on are learned from.
      </p>
    );
  const needsValues = column !== "" && !isDate(column);
  const profile = profileOf(column);
  const recognised = columns.mapping.columns.find((one) => one.column === column)?.dateOrder;
  const dateOrder = recognised ?? order;
  const choice: LabelChoice | null = needsValues
    ? left.length > 0
      ? { column, left }
      : null
    : column !== "" && dateOrder !== undefined
      ? { column, left: null, dateOrder }
      : null;
  return (
    <form
      className="flex flex-col gap-4 px-5 py-6 md:px-7"
      onSubmit={(event) => {
        event.preventDefault();
        if (choice !== null) onChoose(choice);
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
            setOrder(undefined);
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
        <>
          <p className="m-0 text-ui text-ink-2">
            Whoever has a date there that has passed counts as having left.
          </p>
          {recognised !== undefined ? null : (
            <fieldset className="m-0 border-0 p-0">
              <legend className="p-0 pb-1 text-body font-strong text-ink">How are its days written?</legend>
              <p className="m-0 pb-1 text-ui text-ink-2">
                The file does not say which part is the day: {profile?.samples.slice(0, 3).join(", ")}
              </p>
              {(["DMY", "MDY", ...(profile?.hasShortYears === true ? ["YMD" as const] : [])] as const).map(
                (one) => (
                  <label
                    key={one}
                    className="flex items-center gap-2.5 py-1 text-body text-ink touch:min-h-11"
                  >
                    <input
                      type="radio"
                      name={`${id}-order`}
                      checked={order === one}
                      onChange={() => setOrder(one)}
                      className="size-4 accent-brand"
                    />
                    {orderWords[one]}
                  </label>
                ),
              )}
            </fieldset>
          )}
        </>
      )}
      <button
        type="submit"
        disabled={choice === null}
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
