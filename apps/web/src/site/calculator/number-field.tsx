import { memo, useId } from "react";
import { cn } from "@/lib/style/cn.ts";
import { plainNumber, writeNumber } from "./calculator-state.ts";
import type { CalculatorFieldSpec } from "./calculator-state.ts";

interface NumberFieldProps {
  spec: CalculatorFieldSpec;
  text: string;
  problem: string | undefined;
  /** With the field's key. */
  onChange: (key: string, text: string) => void;
}

const units = { count: "", money: "$", percent: "%" } as const;

/** A number with its slider: dragging is never the only way, and what is typed may go beyond what is dragged to. */
export const NumberField = memo(function NumberField({ spec, text, problem, onChange }: NumberFieldProps) {
  const id = useId();
  const { label, help, kind, slider } = spec;
  const unit = units[kind];
  const value = Number(plainNumber(text));
  const described = [help === undefined ? "" : `${id}-help`, problem === undefined ? "" : `${id}-problem`]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="py-3.5 first:pt-0">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <label htmlFor={id} className="text-body font-emphasis text-ink">
            {label}
          </label>
          {help === undefined ? null : (
            <p id={`${id}-help`} className="m-0 text-note text-ink-2">
              {help}
            </p>
          )}
        </div>
        <span
          className={cn(
            "flex h-9 w-29 shrink-0 items-center rounded-control border bg-sheet px-2.5 text-body font-strong text-ink field-focus print:border-transparent touch:h-11",
            problem === undefined ? "border-line-control" : "border-danger",
          )}
        >
          {unit === "$" ? <span aria-hidden>$</span> : null}
          <input
            id={id}
            name={spec.key}
            data-number
            inputMode="decimal"
            autoComplete="off"
            value={text}
            aria-invalid={problem !== undefined}
            {...(described === "" ? {} : { "aria-describedby": described })}
            onChange={(event) => onChange(spec.key, event.target.value)}
            onBlur={() => onChange(spec.key, writeNumber(text))}
            className="w-full min-w-0 border-0 bg-transparent p-0 text-right outline-none tabular touch:text-input"
          />
          {unit === "%" ? <span aria-hidden>%</span> : null}
        </span>
      </div>
      {problem === undefined ? null : (
        <p id={`${id}-problem`} role="alert" className="m-0 pt-1 text-note text-danger-text">
          {problem}
        </p>
      )}
      {slider === undefined ? null : (
        <input
          type="range"
          name={spec.key}
          aria-label={`${label}, slider`}
          aria-valuetext={`${unit === "$" ? "$" : ""}${text}${unit === "%" ? " percent" : ""}`}
          min={0}
          max={Math.max(slider.max, Number.isFinite(value) ? value : 0)}
          step={slider.step}
          value={Number.isFinite(value) ? value : 0}
          onChange={(event) => onChange(spec.key, writeNumber(event.target.value))}
          className="mt-1.5 h-5 w-full accent-brand touch:h-11 print:hidden"
        />
      )}
    </div>
  );
});
