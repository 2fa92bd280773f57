/**
 * Looks from now on whether a finger or a button is down, and answers with what waits until none is. What is drawn anew under
 * a pressed pointer loses the drag, and drawn anew between letting go and the click that this is, the click.
 */
export function attendPresses(): () => Promise<void> {
  let isHeld = false;
  addEventListener("pointerdown", () => (isHeld = true), { capture: true, passive: true });
  const letGo = ["pointerup", "pointercancel"] as const;
  for (const name of letGo) addEventListener(name, () => (isHeld = false), { capture: true, passive: true });
  return async () => {
    if (isHeld)
      await new Promise<void>((resolve) => {
        for (const name of letGo) addEventListener(name, () => resolve(), { once: true });
      });
    // The click comes in the same turn as the pointer's going up.
    await new Promise((resolve) => setTimeout(resolve));
  };
}
