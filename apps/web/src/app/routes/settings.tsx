import type { ReactNode } from "react";
import type { RouteObject } from "react-router";

/** Paths below /app. */
export const settingsRoutes: RouteObject[] = [
  {
    path: "settings",
    // A feature knows no other feature: the page is given the sections that are others'.
    lazy: async () => {
      const [
        { SettingsPage },
        { IntegrationsSection },
        { MailSection },
        { PreferencesSection },
        { ReportSection },
        { SendingSection },
      ] = await Promise.all([
        import("@/features/settings/settings-page.tsx"),
        import("@/features/integrations/integrations-section.tsx"),
        import("@/features/mail/mail-section.tsx"),
        import("@/features/notifications/preferences-section.tsx"),
        import("@/features/reports/report-section.tsx"),
        import("@/features/customer-mail/sending-section.tsx"),
      ]);
      const NotificationsSection = () => (
        <>
          <PreferencesSection />
          <ReportSection />
        </>
      );
      return {
        element: (
          <SettingsPage
            NotificationsSection={NotificationsSection}
            IntegrationsSection={IntegrationsSection}
            MailSection={MailSection}
            SendingSection={SendingSection}
          />
        ),
      };
    },
  },
  {
    path: "settings/integrations/:provider/configure",
    lazy: async () => {
      const [{ ConfigurePage }, { SettingsFrame }] = await Promise.all([
        import("@/features/integrations/configure-page.tsx"),
        import("@/features/settings/settings-frame.tsx"),
      ]);
      const Frame = ({ children }: { children: ReactNode }) => (
        <SettingsFrame active="integrations">{children}</SettingsFrame>
      );
      return { element: <ConfigurePage Frame={Frame} /> };
    },
  },
  {
    path: "oauth/:provider/callback",
    lazy: async () => ({
      Component: (await import("@/features/integrations/callback-page.tsx")).CallbackPage,
    }),
  },
];
