import { satisfiesPolicy } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ComponentType, ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { settingsQueries } from "./api/settings-queries.ts";
import { AppearanceSection } from "./components/appearance-section.tsx";
import { ApiKeysSection } from "./components/api-keys-section.tsx";
import { AuditSection } from "./components/audit-section.tsx";
import { CompanySection } from "./components/company-section.tsx";
import { DataSection } from "./components/data-section.tsx";
import { Loaded } from "./components/loaded.tsx";
import { ProfileSection } from "./components/profile-section.tsx";
import { ScoringSection } from "./components/scoring-section.tsx";
import { SecuritySection } from "./components/security-section.tsx";
import { TeamSection } from "./components/team-section.tsx";
import { WebhooksSection } from "./components/webhooks/webhooks-section.tsx";
import { settingsSections } from "./settings-sections.ts";
import type { SettingsSection, SettingsSectionId } from "./settings-sections.ts";

interface Section extends SettingsSection {
  content: ReactNode;
}

const contents: Record<Exclude<SettingsSectionId, "mail" | "notifications">, ReactNode> = {
  profile: <ProfileSection />,
  security: <SecuritySection />,
  appearance: <AppearanceSection />,
  company: <CompanyContent />,
  scoring: <ScoringContent />,
  team: <TeamSection />,
  "api-keys": <ApiKeysSection />,
  webhooks: <WebhooksSection />,
  audit: <AuditSection />,
  data: <DataContent />,
};

/** Sections of other features. */
interface SettingsPageProps {
  NotificationsSection: ComponentType;
  MailSection: ComponentType;
}

/** /app/settings: a list of sections at the left, forms at the right; the section stands in the URL. */
export function SettingsPage({ NotificationsSection, MailSection }: SettingsPageProps) {
  const [params] = useSearchParams();
  const sections: readonly Section[] = settingsSections.map((section) => ({
    ...section,
    content:
      section.id === "mail" ? (
        <MailSection />
      ) : section.id === "notifications" ? (
        <NotificationsSection />
      ) : (
        contents[section.id]
      ),
  }));
  const chosen = sections.find(({ id }) => id === params.get("section")) ?? sections[0];
  if (chosen === undefined) return null;
  return (
    <>
      <PageHeader title="Settings" />
      <Sheet>
        <div className="grid grid-cols-1 room:grid-cols-[200px_minmax(0,1fr)]">
          <nav
            aria-label="Settings"
            className="flex gap-0.5 overflow-x-auto border-line p-2.5 max-room:border-b room:flex-col room:border-r"
          >
            {sections.map((section) => (
              <SectionLink key={section.id} section={section} active={section === chosen} />
            ))}
          </nav>
          <div className="min-w-0">
            <SectionContent key={chosen.id} section={chosen} />
          </div>
        </div>
      </Sheet>
    </>
  );
}

function useAllowed({ policies }: Section): boolean {
  const { platformRole, companyRole } = useCurrentUser();
  return policies.some((policy) => satisfiesPolicy(policy, { platformRole, companyRole }));
}

function SectionContent({ section }: { section: Section }) {
  if (useAllowed(section)) return section.content;
  return <p className="m-0 px-6 py-5 text-body text-ink-2">Owners of the company can open this.</p>;
}

function SectionLink({ section, active }: { section: Section; active: boolean }) {
  const allowed = useAllowed(section);
  const link = useRef<HTMLAnchorElement>(null);
  // On a small screen the list scrolls sideways: where one is should be in sight.
  useEffect(() => {
    if (active) link.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [active]);
  if (!allowed) return null;
  return (
    <Link
      ref={link}
      to={`/app/settings?section=${section.id}`}
      aria-current={active ? "page" : undefined}
      className={cn(
        "flex h-8.5 shrink-0 items-center rounded-control px-3 text-ui no-underline touch:h-11",
        active ? "bg-press font-strong text-ink" : "font-medium text-ink-2 hover:bg-hover hover:text-ink",
      )}
    >
      {section.label}
    </Link>
  );
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
