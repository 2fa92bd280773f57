import { satisfiesPolicy } from "@forestay/contracts/wire";
import type { Policy } from "@forestay/contracts/wire";
import {
  Bell,
  BookOpen,
  Boxes,
  Braces,
  ClipboardCheck,
  Download,
  FileUp,
  KeyRound,
  Layers,
  LifeBuoy,
  ListChecks,
  LogOut,
  Moon,
  ScanSearch,
  Settings,
  Sun,
  UserPlus,
  Webhook,
} from "lucide-react";
import type { PaletteEntry } from "@/features/search/palette-entry.ts";
import { settingsPath, settingsSections } from "@/features/settings/settings-sections.ts";
import { useTheme } from "@/hooks/use-theme.ts";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { adminNavItems, navItems } from "./nav-items.ts";
import { useSignOut } from "./use-sign-out.ts";

interface GuardedEntry extends PaletteEntry {
  policy?: Policy;
}

const pages: readonly GuardedEntry[] = [
  {
    label: "Models",
    icon: Boxes,
    run: "/app/analytics/models",
    policy: "analytics:read",
    keywords: ["versions"],
  },
  {
    label: "Next steps",
    icon: ListChecks,
    run: "/app/analytics/next-steps",
    policy: "analytics:read",
    keywords: ["recommendations", "effects", "playbook"],
  },
  {
    label: "My work",
    icon: ClipboardCheck,
    run: "/app/work",
    policy: "customers:read",
    keywords: ["tasks", "cases", "due", "overdue", "to do"],
  },
  {
    label: "Demo bookings",
    icon: ListChecks,
    run: "/app/admin/waiting-list/demos",
    policy: "admin:platform",
    keywords: ["calendar", "visitors", "slots"],
  },
  {
    label: "Suggested segments",
    icon: Layers,
    run: "/app/segments/suggested",
    policy: "segments:write",
    keywords: ["rules", "found", "audience"],
  },
  {
    label: "Help & Support",
    icon: LifeBuoy,
    run: "/app/support",
    keywords: ["help", "contact", "chat", "person", "live"],
  },
  { label: "Notifications", icon: Bell, run: "/app/notifications", keywords: ["alerts", "inbox"] },
  {
    label: "Getting started",
    icon: BookOpen,
    run: "/app/docs/getting-started",
    keywords: ["documentation", "help", "docs"],
  },
  {
    label: "AI clients (MCP)",
    icon: BookOpen,
    run: "/app/docs/mcp",
    keywords: ["documentation", "help", "docs", "Claude", "model context protocol", "assistant"],
  },
  {
    label: "Tracking API",
    icon: Braces,
    run: "/app/docs/tracking",
    keywords: ["documentation", "events", "segment", "track", "identify", "write key"],
  },
  {
    label: "Webhooks: how they work",
    icon: Webhook,
    run: "/app/docs/webhooks",
    keywords: ["documentation", "docs", "developers", "signature", "events"],
  },
  {
    label: "API reference",
    icon: Braces,
    // Another page than the app's: the router does not know it.
    run: () => location.assign("/api/docs"),
    keywords: ["openapi", "documentation", "docs", "developers", "curl"],
  },
];

const actions: readonly GuardedEntry[] = [
  {
    label: "Import a file",
    icon: FileUp,
    run: "/app/customers?import=open",
    policy: "customers:write",
    keywords: ["upload", "csv", "excel", "customers", "subscriptions", "invoices", "events"],
  },
  {
    label: "Run churn analysis",
    icon: ScanSearch,
    run: "/app/analytics/run-churn-analysis",
    policy: "analytics:run",
    keywords: ["score", "model"],
  },
  {
    label: "New segment",
    icon: Layers,
    run: "/app/segments/new",
    policy: "segments:write",
    keywords: ["rule", "audience", "criteria"],
  },
  {
    label: "Invite a colleague",
    icon: UserPlus,
    run: settingsPath("team"),
    policy: "company:invite",
    keywords: ["team", "member"],
  },
  {
    label: "Create an API key",
    icon: KeyRound,
    run: settingsPath("api-keys"),
    policy: "company:manage",
    keywords: ["token", "script"],
  },
  {
    label: "Export everything",
    icon: Download,
    run: settingsPath("data"),
    policy: "company:manage",
    keywords: ["download", "zip", "data"],
  },
];

/** Every address that the palette knows, whoever may open it. */
export const palettePaths: readonly string[] = [
  ...[...navItems, ...adminNavItems].map(({ to }) => to),
  ...[...pages, ...actions].flatMap(({ run }) => (typeof run === "string" ? [run] : [])),
  ...settingsSections.map(({ id }) => settingsPath(id)),
];

/** What the palette leads to, for this person: every page and section they may open, and what they may do. */
export function usePaletteEntries(): { pages: PaletteEntry[]; actions: PaletteEntry[] } {
  const { platformRole, companyRole } = useCurrentUser();
  const { theme, toggleTheme } = useTheme();
  const { signOut } = useSignOut();
  const may = (policy: Policy = "authenticated") => satisfiesPolicy(policy, { platformRole, companyRole });
  const isAllowed = ({ policy }: GuardedEntry) => may(policy);
  return {
    pages: [
      ...[...navItems, ...(may("admin:platform") ? adminNavItems : [])].map(({ label, icon, to }) => ({
        label,
        icon,
        run: to,
      })),
      ...pages.filter(isAllowed),
      ...settingsSections
        .filter(({ policies }) => policies.some((policy) => may(policy)))
        .map(({ id, label, keywords }) => ({
          label: `Settings: ${label}`,
          icon: Settings,
          run: settingsPath(id),
          keywords: [...keywords],
          // Too many to read through before anything is typed.
          onlyFound: true,
        })),
    ],
    actions: [
      ...actions.filter(isAllowed),
      {
        label: theme === "dark" ? "Use light theme" : "Use dark theme",
        icon: theme === "dark" ? Sun : Moon,
        run: toggleTheme,
        keywords: ["appearance"],
      },
      {
        label: "Sign out",
        icon: LogOut,
        run: signOut,
        keywords: ["log out", "leave"],
        onlyFound: true,
      },
    ],
  };
}
