import { useSyncExternalStore } from "react";

/** Whether a media query matches, kept up to date. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", notify);
      return () => list.removeEventListener("change", notify);
    },
    () => window.matchMedia(query).matches,
  );
}

/** 768px and below: drawer, single column, two-line rows. */
export function useIsMobile(): boolean {
  return useMediaQuery("(max-width: 768px)");
}
