import type { CalculatorPeriod } from "@forestay/metrics";
import { useEffect, useState } from "react";
import { AnswerPanel } from "./answer-panel.tsx";
import { answerOf, initialState, mainFields, moreFields, toQuery } from "./calculator-state.ts";
import type { CalculatorFieldSpec, CalculatorState } from "./calculator-state.ts";
import { NumberField } from "./number-field.tsx";

const periods: readonly { period: CalculatorPeriod; label: string }[] = [
  { period: "month", label: "Month" },
  { period: "quarter", label: "Quarter" },
  { period: "year", label: "Year" },
];
/** Browsers bound how often an address may change; a slider that is dragged would pass it. */
const ADDRESS_AFTER_MS = 250;

/** An answer with the numbers that it answers: what is copied or saved holds no others. Null where there is none. */
function shownOf(state: CalculatorState) {
  const { answer } = answerOf(state);
  return answer === null ? null : { state, answer };
}

interface CalculatorProps {
  /** What an address says; else what stands there in the beginning. */
  start?: CalculatorState;
}

/** What churn costs, as one types: numbers at the left, the answer at the right. Nothing is sent anywhere. */
export function Calculator({ start = initialState }: CalculatorProps) {
  const [{ state, shown }, setAll] = useState(() => ({
    state: start,
    shown: shownOf(start) ?? shownOf({ ...initialState, months: start.months }),
  }));
  useEffect(() => {
    const timer = setTimeout(() => {
      const query = toQuery(state);
      if (query !== location.search.slice(1))
        history.replaceState(history.state, "", query === "" ? location.pathname : `?${query}`);
    }, ADDRESS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const { problems } = answerOf(state);
  const change = (part: Partial<CalculatorState>) => {
    const next = { ...state, ...part };
    // While a number is wrong, the answer to those before stays on the page, with what was asked for it.
    setAll((before) => ({
      state: next,
      shown:
        shownOf(next) ??
        (before.shown === null ? null : shownOf({ ...before.shown.state, months: next.months })),
    }));
  };
  const field = (spec: CalculatorFieldSpec) => (
    <NumberField
      key={spec.key}
      spec={spec}
      text={state.typed[spec.key] ?? ""}
      problem={problems?.[spec.field]}
      onChange={(text) => change({ typed: { ...state.typed, [spec.key]: text } })}
    />
  );
  const moreIsWrong = moreFields.some(({ field: name }) => problems?.[name] !== undefined);
  return (
    <div className="overflow-clip rounded-dialog border border-line bg-sheet shadow-md lg:grid lg:grid-cols-[minmax(0,456fr)_minmax(0,824fr)] print:block print:border-0 print:shadow-none">
      <section aria-label="Your numbers" className="px-5 py-6 md:px-7 print:px-0">
        <h2 className="m-0 text-lead font-strong text-ink">Your numbers</h2>
        <fieldset className="m-0 flex flex-wrap items-center justify-between gap-3 border-0 px-0 py-3.5">
          <legend className="sr-only">Counted in one</legend>
          <span aria-hidden className="text-body font-emphasis text-ink">
            Counted in one
          </span>
          <span className="inline-flex rounded-control bg-press p-0.5">
            {periods.map(({ period, label }) => (
              <label
                key={period}
                className="relative cursor-pointer rounded-chip px-3 py-1 text-ui font-medium text-ink-2 has-checked:bg-sheet has-checked:text-ink has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-brand touch:py-2.5"
              >
                <input
                  type="radio"
                  name="period"
                  value={period}
                  checked={state.period === period}
                  onChange={() => change({ period })}
                  className="sr-only"
                />
                {label}
              </label>
            ))}
          </span>
        </fieldset>
        <div className="divide-y divide-line border-t border-line pt-3.5">{mainFields.map(field)}</div>
        <details open={moreIsWrong || undefined} className="border-t border-line pt-3">
          <summary className="rounded-check py-1.5 text-body font-emphasis text-brand-text">
            More numbers, for a closer answer
          </summary>
          <div className="divide-y divide-line pt-3">{moreFields.map(field)}</div>
        </details>
      </section>
      {shown === null ? null : (
        <AnswerPanel
          state={shown.state}
          answer={shown.answer}
          isOld={problems !== null}
          onMonths={(months) => change({ months })}
        />
      )}
    </div>
  );
}
