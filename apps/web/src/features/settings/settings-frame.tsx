import { satisfiesPolicy } from "@forestay/contracts/wire";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Sheet } from "@/components/ui/sheet.tsx";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { settingsPath, settingsSections } from "./settings-sections.ts";
import type { SettingsSection, SettingsSectionId } from "./settings-sections.ts";

/** The list of sections at the left, what is open at the right. */
export function SettingsFrame({ active, children }: { active: SettingsSectionId; children: ReactNode }) {
  return (
    <Sheet>
      <div className="grid grid-cols-1 room:grid-cols-[200px_minmax(0,1fr)]">
        <nav
          aria-label="Settings"
          className="flex gap-0.5 overflow-x-auto border-line p-2.5 max-room:border-b room:flex-col room:border-r"
        >
          {settingsSections.map((section) => (
            <SectionLink key={section.id} section={section} active={section.id === active} />
          ))}
        </nav>
        <div className="min-w-0">{children}</div>
      </div>
    </Sheet>
  );
}

/** Whether the person may open a section. */
export function useAllowed({ policies }: Pick<SettingsSection, "policies">): boolean {
  const { platformRole, companyRole } = useCurrentUser();
  return policies.some((policy) => satisfiesPolicy(policy, { platformRole, companyRole }));
}

function SectionLink({ section, active }: { section: (typeof settingsSections)[number]; active: boolean }) {
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
      to={settingsPath(section.id)}
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
