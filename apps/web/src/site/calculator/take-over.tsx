import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { fromQuery, horizons, withRevenueAs, writeNumber } from "./calculator-state.ts";
import type { CalculatorState } from "./calculator-state.ts";
import { Calculator } from "./calculator.tsx";

/**
 * Makes the drawn calculator answer, with the numbers of the address. It is drawn anew in one step: what somebody typed,
 * moved or chose before the script was there is taken along, with the place they were at.
 */
export function takeOver(container: Element): void {
  const start = withWhatWasDone(container, fromQuery(location.search));
  const at = document.activeElement instanceof HTMLInputElement ? document.activeElement : null;
  const isOpen = container.querySelector("details")?.open === true;
  const place =
    at === null || !container.contains(at)
      ? null
      : `input[type="${at.type}"][name="${at.name}"]${at.type === "radio" ? `[value="${at.value}"]` : ""}`;
  flushSync(() => createRoot(container).render(<Calculator start={start} />));
  const more = container.querySelector("details");
  if (isOpen && more !== null) more.open = true;
  if (place !== null) container.querySelector<HTMLInputElement>(place)?.focus();
}

function withWhatWasDone(container: Element, start: CalculatorState): CalculatorState {
  const typed: Record<string, string> = { ...start.typed };
  for (const { name, type, value, defaultValue } of container.querySelectorAll<HTMLInputElement>(
    "input[data-number], input[type=range]",
  ))
    if (value !== defaultValue) typed[name] = type === "range" ? writeNumber(value) : value;
  const chosen = (name: string) => {
    const choice = container.querySelector<HTMLInputElement>(`input[name="${name}"]:checked`);
    return choice === null || choice.defaultChecked ? undefined : choice.value;
  };
  const months = Number(chosen("months"));
  const way = chosen("revenue-as") as CalculatorState["revenueAs"] | undefined;
  const done: CalculatorState = {
    ...start,
    period: (chosen("period") as CalculatorState["period"] | undefined) ?? start.period,
    months: horizons.find((one) => one === months) ?? start.months,
    typed,
  };
  return way === undefined ? done : withRevenueAs(done, way);
}
