import { createRoot, hydrateRoot } from "react-dom/client";
import { fromQuery } from "./calculator-state.ts";
import { Calculator } from "./calculator.tsx";

/** Makes the drawn calculator answer; where the address brings numbers along, it is drawn anew with them. */
export function takeOver(container: Element): void {
  if (location.search === "") hydrateRoot(container, <Calculator />);
  else createRoot(container).render(<Calculator start={fromQuery(location.search)} />);
}
