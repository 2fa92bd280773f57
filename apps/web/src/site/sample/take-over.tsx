import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { LiveSample } from "./live-sample.tsx";
import { initialValues } from "./sample-fields.ts";

/** Makes the drawn explanation answer, with what was chosen before the script was there. */
export function takeOver(container: Element): void {
  const values = { ...initialValues };
  for (const field of container.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name]"))
    values[field.name] = field.value;
  const at = document.activeElement?.id;
  flushSync(() => createRoot(container).render(<LiveSample start={values} />));
  if (at !== undefined && at !== "") document.getElementById(at)?.focus();
}
