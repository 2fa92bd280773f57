import type { Policy } from "@forestay/contracts/wire";

export interface SettingsSection {
  id: string;
  label: string;
  /** Any of these opens it. */
  policies: readonly [Policy, ...Policy[]];
  /** What stands in it, as somebody would look for it. */
  keywords: readonly string[];
}

/** Every section of the settings in its order, for the page itself and for whoever leads to one. */
export const settingsSections = [
  {
    id: "profile",
    label: "Profile",
    policies: ["authenticated"],
    keywords: ["name", "e-mail", "email", "account"],
  },
  {
    id: "security",
    label: "Security",
    policies: ["authenticated"],
    keywords: [
      "password",
      "two-factor",
      "authenticator",
      "recovery codes",
      "sessions",
      "sign out everywhere",
    ],
  },
  {
    id: "notifications",
    label: "Notifications",
    policies: ["authenticated"],
    keywords: ["preferences", "mute", "quiet hours", "digest", "weekly report", "e-mail", "email"],
  },
  {
    id: "appearance",
    label: "Appearance",
    policies: ["authenticated"],
    keywords: ["theme", "dark", "light"],
  },
  {
    id: "company",
    label: "Company",
    policies: ["company:read"],
    keywords: ["currency", "time zone", "logo", "business model"],
  },
  {
    id: "scoring",
    label: "Scoring",
    policies: ["settings:read"],
    keywords: ["horizon", "risk levels", "bands", "what counts as having left", "churn definition"],
  },
  {
    id: "team",
    label: "Team",
    policies: ["company:read"],
    keywords: ["members", "invite", "invitations", "roles", "ownership"],
  },
  {
    id: "tags",
    label: "Tags",
    policies: ["customers:write"],
    keywords: ["labels", "rename a tag", "delete a tag"],
  },
  {
    id: "sending",
    label: "Sending",
    policies: ["settings:read"],
    keywords: [
      "e-mail to customers",
      "sender",
      "domain",
      "DKIM",
      "unsubscribed",
      "suppression",
      "frequency cap",
      "postal address",
    ],
  },
  {
    id: "integrations",
    label: "Integrations",
    policies: ["integrations:read"],
    keywords: ["connect", "stripe", "sync", "data sources", "connected systems"],
  },
  {
    id: "api-keys",
    label: "API keys",
    policies: ["company:manage"],
    keywords: ["token", "scripts", "integration"],
  },
  {
    id: "mcp",
    label: "MCP",
    policies: ["company:manage"],
    keywords: ["model context protocol", "AI assistant", "Claude", "VS Code", "tools"],
  },
  {
    id: "assistant",
    label: "Assistant",
    policies: ["company:manage"],
    keywords: ["language model", "LLM", "AI", "chat", "tokens", "privacy"],
  },
  {
    id: "tracking",
    label: "Tracking",
    policies: ["company:manage"],
    keywords: ["events", "write key", "segment", "track", "identify", "sdk", "snippet"],
  },
  {
    id: "webhooks",
    label: "Webhooks",
    policies: ["company:manage"],
    keywords: ["events", "deliveries", "integration", "callback"],
  },
  {
    id: "audit",
    label: "Audit log",
    policies: ["company:manage"],
    keywords: ["history", "who changed what", "security"],
  },
  {
    id: "data",
    label: "Data",
    policies: ["company:manage"],
    keywords: ["export everything", "bring in an export", "sample", "delete the company"],
  },
  // An Owner reads the company's mail, a platform Admin all mail.
  { id: "mail", label: "Mail", policies: ["mail:read"], keywords: ["outbox", "e-mails sent", "emails sent"] },
] as const satisfies readonly SettingsSection[];

export type SettingsSectionId = (typeof settingsSections)[number]["id"];

/** Where a section stands. */
export const settingsPath = (id: SettingsSectionId) => `/app/settings?section=${id}` as const;
