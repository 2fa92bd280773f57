/** Whatever shows that somebody is there. */
const signs = ["pointermove", "pointerdown", "touchstart", "wheel", "scroll", "keydown", "focusin"] as const;

/**
 * The calculator stands there drawn, with the answer to an example. What makes it answer comes with the first sign of
 * somebody, long before they have reached a number; at once where the address brings numbers of its own.
 */
export function attendCalculator(): void {
  const place = document.querySelector("[data-calculator]");
  if (place === null) return;
  let isHeld = false;
  const hold = () => (isHeld = true);
  const wake = () => {
    for (const name of signs) removeEventListener(name, wake, true);
    void import("../calculator/take-over.tsx").then(async ({ takeOver }) => {
      // It is drawn anew: not under a finger that drags.
      if (isHeld) await new Promise((resolve) => addEventListener("pointerup", resolve, { once: true }));
      // Nor before the click that letting go is: a link that is drawn anew in between leads nowhere.
      await new Promise((resolve) => setTimeout(resolve));
      removeEventListener("pointerdown", hold, true);
      takeOver(place);
    });
  };
  addEventListener("pointerdown", hold, { capture: true, passive: true });
  for (const name of ["pointerup", "pointercancel"])
    addEventListener(name, () => (isHeld = false), { capture: true, passive: true });
  if (location.search === "") {
    for (const name of signs) addEventListener(name, wake, { capture: true, passive: true });
  } else wake();
}
