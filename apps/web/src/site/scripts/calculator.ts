import { attendPresses } from "./once-let-go.ts";

/** Whatever shows that somebody is there. */
const signs = ["pointermove", "pointerdown", "touchstart", "wheel", "scroll", "keydown", "focusin"] as const;

/**
 * The calculator stands there drawn, with the answer to an example. What makes it answer comes with the first sign of
 * somebody, long before they have reached a number; at once where the address brings numbers of its own.
 */
export function attendCalculator(): void {
  const place = document.querySelector("[data-calculator]");
  if (place === null) return;
  const onceLetGo = attendPresses();
  const wake = () => {
    for (const name of signs) removeEventListener(name, wake, true);
    void import("../calculator/take-over.tsx").then(async ({ takeOver }) => {
      // It is drawn anew: not under a finger that drags.
      await onceLetGo();
      takeOver(place);
    });
  };
  if (location.search === "") {
    for (const name of signs) addEventListener(name, wake, { capture: true, passive: true });
  } else wake();
}
