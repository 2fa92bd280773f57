import { startTransition, useEffect, useState } from "react";

/** So many rows fill a screen, or nearly; more in one go keep the browser from answering for longer than a person notices. */
const AT_ONCE = 20;

/**
 * How many of a list's rows are drawn: a screen of them at once, and as many more with each frame until all are.
 * @param key Which rows they are: others begin anew, the same with fresher figures stay.
 */
export function useDrawnRows(count: number, key: string): number {
  const [state, setState] = useState({ key, drawn: AT_ONCE });
  const drawn = state.key === key ? state.drawn : AT_ONCE;
  useEffect(() => {
    if (drawn >= count) return;
    const frame = requestAnimationFrame(() =>
      startTransition(() => setState({ key, drawn: drawn + AT_ONCE })),
    );
    return () => cancelAnimationFrame(frame);
  }, [count, key, drawn]);
  return Math.min(count, drawn);
}
