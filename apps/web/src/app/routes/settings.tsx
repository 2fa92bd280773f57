import type { RouteObject } from "react-router";

/** Paths below /app. */
export const settingsRoutes: RouteObject[] = [
  {
    path: "settings",
    // A feature knows no other feature: the page is given the sections that are others'.
    lazy: async () => {
      const [{ SettingsPage }, { MailSection }, { PreferencesSection }, { ReportSection }] =
        await Promise.all([
          import("@/features/settings/settings-page.tsx"),
          import("@/features/mail/mail-section.tsx"),
          import("@/features/notifications/preferences-section.tsx"),
          import("@/features/reports/report-section.tsx"),
        ]);
      const NotificationsSection = () => (
        <>
          <PreferencesSection />
          <ReportSection />
        </>
      );
      return {
        element: <SettingsPage NotificationsSection={NotificationsSection} MailSection={MailSection} />,
      };
    },
  },
];
