import { useId } from "react";
import type { ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";

interface RadioOption<V extends string> {
  value: V;
  label: string;
  help?: ReactNode;
  /** At the end of the row: a figure that tells the choices apart. */
  figure?: ReactNode;
}

interface RadioListProps<V extends string> {
  legend: string;
  value: V;
  onChange: (value: V) => void;
  options: readonly RadioOption<V>[];
  disabled?: boolean;
}

/** One of a few choices that need a word of explanation each: a question with its answers in full. */
export function RadioList<V extends string>({
  legend,
  value,
  onChange,
  options,
  disabled = false,
}: RadioListProps<V>) {
  const id = useId();
  return (
    <fieldset className="m-0 min-w-0 border-0 p-0" disabled={disabled}>
      <legend className="mb-1.5 p-0 text-note font-emphasis text-ink">{legend}</legend>
      <div className="divide-y divide-line overflow-hidden rounded-control border border-line-control bg-sheet">
        {options.map((option) => (
          <label
            key={option.value}
            className={cn(
              "relative flex items-start gap-2.5 px-3 py-2.5 has-focus-visible:bg-press",
              disabled ? "cursor-not-allowed" : "cursor-pointer hover:bg-press",
            )}
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              aria-describedby={option.help === undefined ? undefined : `${id}-${option.value}`}
              aria-label={option.label}
              className="mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-line-control bg-sheet checked:border-5 checked:border-brand disabled:border-line"
            />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="text-ui text-ink">{option.label}</span>
              {option.help === undefined ? null : (
                <span id={`${id}-${option.value}`} className="text-note text-ink-3">
                  {option.help}
                </span>
              )}
            </span>
            {option.figure === undefined ? null : (
              <span className="text-right text-note text-ink-2 tabular">{option.figure}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
