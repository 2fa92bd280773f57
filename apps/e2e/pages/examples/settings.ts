import type { RouteResponse, Session } from "@forestay/contracts";
import type { apiKeyRoutes, auditRoutes, mcpRoutes, settingsRoutes, teamRoutes } from "@forestay/contracts";

type Team = RouteResponse<typeof teamRoutes.listTeam>;
type ApiKey = RouteResponse<typeof apiKeyRoutes.listApiKeys>["items"][number];
type AuditPage = RouteResponse<typeof auditRoutes.listAudit>;
type Company = RouteResponse<typeof settingsRoutes.getSettings>;
type Scoring = RouteResponse<typeof settingsRoutes.getScoring>;

export const thisSession: Session = {
  id: "01a20600-0000-7b02-beb1-3611e12c0001",
  device: "Firefox on Linux",
  ipAddress: "192.0.2.7",
  createdAt: "2026-11-22T08:00:00.000Z",
  lastUsedAt: "2026-11-22T11:59:00.000Z",
  isCurrent: true,
};

export const otherSession: Session = {
  ...thisSession,
  id: "01a20600-0000-7b02-beb1-3611e12c0002",
  device: "Safari on iOS",
  lastUsedAt: "2026-11-20T12:00:00.000Z",
  isCurrent: false,
};

export function company(changed: Partial<Company> = {}): Company {
  return {
    id: "01a1ffb5-22ed-79fd-8fb8-fa9221ed50ae",
    name: "Harborline",
    currency: "USD",
    timeZone: "UTC",
    isDemo: false,
    sample: "none",
    size: null,
    businessModel: null,
    churnDate: "end_of_paid_term",
    logo: null,
    deletionAt: null,
    ...changed,
  };
}

export const scoring: Scoring = {
  horizonDays: 90,
  riskBands: { medium: 20, high: 40, critical: 60 },
  bandsAreCustom: true,
  churnDefinition: "cancelled",
  inactiveDays: 60,
  trueLeavingShare: null,
};

/** Today's customers by level, by where High starts. */
export const levelsFrom = (high: number): RouteResponse<typeof settingsRoutes.previewScoring> => ({
  levels: [
    { level: 0, customers: 900 },
    { level: 1, customers: 240 },
    { level: 2, customers: high < 40 ? 130 : 70 },
    { level: 3, customers: 20 },
  ],
  notScored: 10,
});

export const churnPreview: RouteResponse<typeof settingsRoutes.previewChurn> = {
  customers: 1240,
  labelled: 0,
  withoutActivity: 20,
  activityUntil: "2026-11-21T23:59:00.000Z",
  definitions: [
    { definition: "cancelled", gone: 310 },
    { definition: "inactive", gone: 290 },
    { definition: "cancelled_or_inactive", gone: 330 },
  ],
};

const maya = {
  id: "01a1ffb5-2374-76e5-8bef-1ae334d8d70e",
  firstName: "Maya",
  lastName: "Okafor",
  email: "maya@harborline.example",
  companyRole: "Owner",
  isActive: true,
  twoFactorEnabled: true,
  lastSeenAt: "2026-11-22T11:59:00.000Z",
} as const;

export const vera = {
  ...maya,
  id: "01a20600-0000-7b02-beb1-3611e12c0010",
  firstName: "Vera",
  lastName: "Guest",
  email: "vera@harborline.example",
  companyRole: "Viewer",
  twoFactorEnabled: false,
} as const;

export const invitation: Team["invitations"][number] = {
  id: "01a20600-0000-7b02-beb1-3611e12c0020",
  email: "somebody-with-a-rather-long-name-before-the-at@harborline.example",
  role: "Viewer",
  invitedBy: "Maya Okafor",
  createdAt: "2026-11-21T12:00:00.000Z",
  expiresAt: "2026-11-28T12:00:00.000Z",
  isUnusable: false,
};

/** An Owner, a Viewer, somebody deactivated, and somebody invited. */
export function team(changed: Partial<Team> = {}): Team {
  const lee = {
    ...vera,
    id: "01a20600-0000-7b02-beb1-3611e12c0011",
    firstName: "Lee",
    email: "lee@harborline.example",
    isActive: false,
    lastSeenAt: null,
  };
  return { members: [maya, vera, lee], invitations: [invitation], mailLeaves: false, ...changed };
}

export function apiKey(changed: Partial<ApiKey> = {}): ApiKey {
  return {
    id: "01a20600-0000-7b02-beb1-3611e12c0030",
    name: "Warehouse",
    prefix: "fsk_…a1b2",
    scopes: ["customers:read"],
    stoppedScopes: [],
    makerIsActive: true,
    createdBy: "Maya Okafor",
    createdAt: "2026-11-20T12:00:00.000Z",
    lastUsedAt: null,
    lastMcpUseAt: null,
    revokedAt: null,
    expiresAt: "2027-02-20T12:00:00.000Z",
    ...changed,
  };
}

/** The audit log: what a person did on a screen, and what one of their keys did. */
export function auditPage(items?: AuditPage["items"]): AuditPage {
  const shown = items ?? [
    {
      id: "01a20600-0000-7b02-beb1-3611e12c0040",
      occurredAt: "2026-11-22T11:00:00.000Z",
      actor: "Maya Okafor",
      via: "screen" as const,
      action: "team.invited",
      target: "vera@harborline.example",
      ipAddress: "192.0.2.7",
      before: null,
      after: { companyRole: "Viewer" },
    },
    {
      id: "01a20600-0000-7b02-beb1-3611e12c0041",
      occurredAt: "2026-11-22T10:00:00.000Z",
      actor: "Warehouse",
      via: "api_key" as const,
      action: "customers.exported",
      target: null,
      ipAddress: "192.0.2.9",
      before: null,
      after: null,
    },
  ];
  return { items: shown, totalCount: shown.length, page: 1, pageSize: 25, totalPages: 1 };
}

/** Two tools as the server lists them: one that reads and one that writes. */
export const mcpTools: RouteResponse<typeof mcpRoutes.tools>["items"] = [
  {
    name: "list_customers",
    title: "List customers",
    description: "Lists customers that meet all that is given.",
    group: "customers",
    policy: "customers:read",
    readOnly: true,
  },
  {
    name: "tag_customer",
    title: "Tag a customer",
    description: "Gives a customer a tag.",
    group: "work",
    policy: "customers:write",
    readOnly: false,
  },
];
