import type { RouteObject } from "react-router";

/** Paths below /app. */
export const settingsRoutes: RouteObject[] = [
  {
    path: "settings",
    // A feature knows no other feature: the page is given the section that reads the mail.
    lazy: async () => {
      const [{ SettingsPage }, { MailSection }] = await Promise.all([
        import("@/features/settings/settings-page.tsx"),
        import("@/features/mail/mail-section.tsx"),
      ]);
      return { element: <SettingsPage MailSection={MailSection} /> };
    },
  },
];
