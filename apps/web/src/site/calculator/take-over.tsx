import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { fromQuery } from "./calculator-state.ts";
import { Calculator } from "./calculator.tsx";

/**
 * Makes the drawn calculator answer, with the numbers of the address. It is drawn anew in one step: what somebody typed
 * before the script was there is taken along, with the place they were at.
 */
export function takeOver(container: Element): void {
  const start = fromQuery(location.search);
  const typed = { ...start.typed };
  for (const { name, value, defaultValue } of container.querySelectorAll<HTMLInputElement>(
    "input[data-number]",
  ))
    if (value !== defaultValue) typed[name as keyof typeof typed] = value;
  const at = document.activeElement instanceof HTMLInputElement ? document.activeElement.name : "";
  flushSync(() => createRoot(container).render(<Calculator start={{ ...start, typed }} />));
  if (at !== "") container.querySelector<HTMLInputElement>(`input[data-number][name="${at}"]`)?.focus();
}
