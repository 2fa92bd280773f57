import { attendPresses } from "./once-let-go.ts";

/** The sample explanation becomes live when somebody first touches it: nothing of it is loaded before. */
export function attendSample(): void {
  const place = document.querySelector("[data-sample]");
  if (place === null) return;
  const onceLetGo = attendPresses();
  let isAsked = false;
  const wake = () => {
    if (isAsked) return;
    isAsked = true;
    void import("../sample/take-over.tsx").then(async ({ takeOver }) => {
      // Its sliders may be held already, by whoever touched them first.
      await onceLetGo();
      takeOver(place);
    });
  };
  for (const name of ["pointerenter", "pointerdown", "focusin", "input"]) place.addEventListener(name, wake);
}
