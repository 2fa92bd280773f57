import type { RouteObject } from "react-router";

/** Paths below /app. */
export const settingsRoutes: RouteObject[] = [
  {
    path: "settings",
    // A feature knows no other feature: the page is given the sections that are others'.
    lazy: async () => {
      const [{ SettingsPage }, { MailSection }, { PreferencesSection }] = await Promise.all([
        import("@/features/settings/settings-page.tsx"),
        import("@/features/mail/mail-section.tsx"),
        import("@/features/notifications/preferences-section.tsx"),
      ]);
      return {
        element: <SettingsPage NotificationsSection={PreferencesSection} MailSection={MailSection} />,
      };
    },
  },
];
