import type { ReactNode } from "react";
import type { RouteObject } from "react-router";

/** The settings around a page of the integrations: another feature's. */
async function integrationsFrame() {
  const { SettingsFrame } = await import("@/features/settings/settings-frame.tsx");
  return function Frame({ children }: { children: ReactNode }) {
    return <SettingsFrame active="integrations">{children}</SettingsFrame>;
  };
}

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
      const [{ ConfigurePage }, Frame] = await Promise.all([
        import("@/features/integrations/configure-page.tsx"),
        integrationsFrame(),
      ]);
      return { element: <ConfigurePage Frame={Frame} /> };
    },
  },
  {
    path: "settings/integrations/matches",
    lazy: async () => {
      const [{ MatchesPage }, Frame] = await Promise.all([
        import("@/features/integrations/matches-page.tsx"),
        integrationsFrame(),
      ]);
      return { element: <MatchesPage Frame={Frame} /> };
    },
  },
  {
    path: "oauth/:provider/callback",
    lazy: async () => ({
      Component: (await import("@/features/integrations/callback-page.tsx")).CallbackPage,
    }),
  },
];
