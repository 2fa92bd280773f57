import { useCallback, useMemo } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { UrlState } from "@/lib/url-state/index.ts";

/**
 * The part of the page's state that `definition` says lives in the address, and the way to change some of it. Every change is
 * a step of the history that the browser's back button undoes; what is typed takes the place of the last step.
 */
export function useUrlState<S>(
  definition: UrlState<S>,
): [state: S, change: (patch: Partial<S>, how?: { replace: boolean }) => void] {
  const [address, setAddress] = useSearchParams();
  // What a page was opened with (a selection to analyze) is not lost to a step within it.
  const { state: openedWith } = useLocation() as { state: unknown };
  const state = useMemo(() => definition.read(address), [definition, address]);
  const change = useCallback(
    (patch: Partial<S>, how = { replace: definition.isTyping(patch) }) =>
      setAddress((current) => definition.write(current, patch), { ...how, state: openedWith }),
    [definition, setAddress, openedWith],
  );
  return [state, change];
}
