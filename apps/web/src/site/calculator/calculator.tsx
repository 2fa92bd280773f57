import type { CalculatorPeriod } from "@forestay/metrics";
import { useCallback, useEffect, useState } from "react";
import { AnswerPanel } from "./answer-panel.tsx";
import {
  answerOf,
  initialState,
  mainFields,
  moreFields,
  revenueWays,
  toQuery,
  withRevenueAs,
} from "./calculator-state.ts";
import type { CalculatorFieldSpec, CalculatorState, RevenueWay } from "./calculator-state.ts";
import { Choice } from "./choice.tsx";
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
  const change = useCallback((by: (state: CalculatorState) => CalculatorState) => {
    setAll((before) => {
      const next = by(before.state);
      // While a number is wrong, the answer to those before stays on the page, with what was asked for it.
      const shown =
        shownOf(next) ??
        (before.shown === null ? null : shownOf({ ...before.shown.state, months: next.months }));
      return { state: next, shown };
    });
  }, []);
  const type = useCallback(
    (key: string, text: string) =>
      change((before) => ({ ...before, typed: { ...before.typed, [key]: text } })),
    [change],
  );
  const field = (spec: CalculatorFieldSpec) => (
    <NumberField
      key={spec.key}
      spec={spec}
      text={state.typed[spec.key] ?? ""}
      problem={problems?.[spec.field]}
      onChange={type}
    />
  );
  const [customers, lost, revenue, ...others] = mainFields(state.revenueAs);
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
              <Choice
                key={period}
                name="period"
                value={period}
                isChosen={state.period === period}
                onChoose={() => change((before) => ({ ...before, period }))}
              >
                {label}
              </Choice>
            ))}
          </span>
        </fieldset>
        <div className="divide-y divide-line border-t border-line pt-3.5">
          {[customers, lost].map((spec) => (spec === undefined ? null : field(spec)))}
          <div className="pt-3.5">
            {revenue === undefined ? null : field(revenue)}
            <RevenueAs
              way={state.revenueAs}
              onChoose={(way) => change((before) => withRevenueAs(before, way))}
            />
          </div>
          {others.map(field)}
        </div>
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
          onMonths={(months) => change((before) => ({ ...before, months }))}
        />
      )}
    </div>
  );
}

/** Whoever knows what a customer pays rather than what all of them do, enters that. */
function RevenueAs({ way, onChoose }: { way: RevenueWay; onChoose: (way: RevenueWay) => void }) {
  return (
    <fieldset className="m-0 mb-3.5 inline-flex rounded-control border-0 bg-press p-0.5 print:hidden">
      <legend className="sr-only">Revenue is entered</legend>
      {(Object.keys(revenueWays) as RevenueWay[]).map((one) => (
        <Choice key={one} name="revenue-as" value={one} isChosen={one === way} onChoose={() => onChoose(one)}>
          {revenueWays[one]}
        </Choice>
      ))}
    </fieldset>
  );
}
