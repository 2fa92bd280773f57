import type { RouteObject } from "react-router";

/** Paths below /app. */
export const settingsRoutes: RouteObject[] = [
  {
    path: "settings",
    lazy: async () => ({ Component: (await import("@/features/settings/settings-page.tsx")).SettingsPage }),
  },
];
