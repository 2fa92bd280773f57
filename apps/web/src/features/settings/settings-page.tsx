import { useQuery } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { useSearchParams } from "react-router";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { settingsQueries } from "./api/settings-queries.ts";
import { AppearanceSection } from "./components/appearance-section.tsx";
import { ApiKeysSection } from "./components/api-keys-section.tsx";
import { AssistantSection } from "./components/assistant-section.tsx";
import { AuditSection } from "./components/audit-section.tsx";
import { CompanySection } from "./components/company-section.tsx";
import { DataSection } from "./components/data-section.tsx";
import { Loaded } from "./components/loaded.tsx";
import { McpSection } from "./components/mcp-section.tsx";
import { ProfileSection } from "./components/profile-section.tsx";
import { ScoringSection } from "./components/scoring-section.tsx";
import { SecuritySection } from "./components/security-section.tsx";
import { TeamSection } from "./components/team-section.tsx";
import { SettingsFrame, useAllowed } from "./settings-frame.tsx";
import { TagsSection } from "./components/tags-section.tsx";
import { TrackingSection } from "./components/tracking-section.tsx";
import { WebhooksSection } from "./components/webhooks/webhooks-section.tsx";
import { settingsSections } from "./settings-sections.ts";
import type { SettingsSection, SettingsSectionId } from "./settings-sections.ts";

interface Section extends SettingsSection {
  id: SettingsSectionId;
  content: ReactNode;
}

const contents: Record<
  Exclude<SettingsSectionId, "integrations" | "mail" | "notifications" | "sending">,
  ReactNode
> = {
  profile: <ProfileSection />,
  security: <SecuritySection />,
  appearance: <AppearanceSection />,
  company: <CompanyContent />,
  scoring: <ScoringContent />,
  team: <TeamSection />,
  tags: <TagsSection />,
  "api-keys": <ApiKeysSection />,
  mcp: <McpSection />,
  assistant: <AssistantSection />,
  tracking: <TrackingSection />,
  webhooks: <WebhooksSection />,
  audit: <AuditSection />,
  data: <DataContent />,
};

/** Sections of other features. */
interface SettingsPageProps {
  NotificationsSection: ComponentType;
  IntegrationsSection: ComponentType;
  MailSection: ComponentType;
  SendingSection: ComponentType;
}

/** /app/settings: a list of sections at the left, forms at the right; the section stands in the URL. */
export function SettingsPage({
  NotificationsSection,
  IntegrationsSection,
  MailSection,
  SendingSection,
}: SettingsPageProps) {
  const [params] = useSearchParams();
  const sections: readonly Section[] = settingsSections.map((section) => ({
    ...section,
    content:
      section.id === "mail" ? (
        <MailSection />
      ) : section.id === "notifications" ? (
        <NotificationsSection />
      ) : section.id === "sending" ? (
        <SendingSection />
      ) : section.id === "integrations" ? (
        <IntegrationsSection />
      ) : (
        contents[section.id]
      ),
  }));
  const chosen = sections.find(({ id }) => id === params.get("section")) ?? sections[0];
  if (chosen === undefined) return null;
  return (
    <>
      <PageHeader title="Settings" />
      <SettingsFrame active={chosen.id}>
        <SectionContent key={chosen.id} section={chosen} />
      </SettingsFrame>
    </>
  );
}

function SectionContent({ section }: { section: Section }) {
  if (useAllowed(section)) return section.content;
  return <p className="m-0 px-6 py-5 text-body text-ink-2">Owners of the company can open this.</p>;
}

function CompanyContent() {
  const company = useQuery(settingsQueries.company());
  return (
    <Loaded query={company} what="The company">
      {(data) => <CompanySection company={data} />}
    </Loaded>
  );
}

function ScoringContent() {
  const scoring = useQuery(settingsQueries.scoring());
  return (
    <Loaded query={scoring} what="Scoring">
      {(data) => <ScoringSection scoring={data} />}
    </Loaded>
  );
}

function DataContent() {
  const company = useQuery(settingsQueries.company());
  return (
    <Loaded query={company} what="The company">
      {(data) => <DataSection company={data} />}
    </Loaded>
  );
}
