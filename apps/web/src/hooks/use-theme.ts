import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark";

/** Stored as 'light' or 'dark'; index.html reads it before the first paint. */
const storageKey = "theme";
const listeners = new Set<() => void>();

function currentTheme(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Storage may be refused (private windows): the theme then lasts for this visit.
  }
  for (const notify of listeners) notify();
}

/** The theme in force and the way to toggle it. */
export function useTheme(): { theme: Theme; toggleTheme: () => void } {
  const theme = useSyncExternalStore((notify) => {
    listeners.add(notify);
    return () => listeners.delete(notify);
  }, currentTheme);
  return { theme, toggleTheme: () => setTheme(theme === "dark" ? "light" : "dark") };
}
