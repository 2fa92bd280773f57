export const platformRoles = ["User", "Moderator", "Admin"] as const;
export type PlatformRole = (typeof platformRoles)[number];

/** Ranked lowest to highest: Viewer (0) < Staff (1) < Owner (2). */
export const companyRoles = ["Viewer", "Staff", "Owner"] as const;
export type CompanyRole = (typeof companyRoles)[number];

export const companyRoleRank: Record<CompanyRole, number> = { Viewer: 0, Staff: 1, Owner: 2 };

/** Either is enough where both stand. */
interface PolicyRule {
  platform?: readonly PlatformRole[];
  company?: CompanyRole;
}

/** Who may do what, in one place; routes, hub (hub.ts) and web all read it here. */
export const policyTable = {
  "admin:system": { platform: ["Admin"] },
  "admin:users": { platform: ["Admin", "Moderator"] },
  "admin:support": { platform: ["Admin", "Moderator"] },
  "admin:platform": { platform: ["Admin", "Moderator"] },
  "support:claim": { platform: ["Admin"] },
  "company:read": { company: "Viewer" },
  "customers:read": { company: "Viewer" },
  "integrations:read": { company: "Viewer" },
  "analytics:read": { company: "Viewer" },
  "segments:read": { company: "Viewer" },
  "settings:read": { company: "Viewer" },
  "campaigns:read": { company: "Viewer" },
  "recovery:read": { company: "Viewer" },
  "company:write": { company: "Staff" },
  "customers:write": { company: "Staff" },
  "integrations:write": { company: "Staff" },
  "segments:write": { company: "Staff" },
  "settings:write": { company: "Staff" },
  "campaigns:write": { company: "Staff" },
  "recovery:write": { company: "Staff" },
  "analytics:run": { company: "Staff" },
  "company:manage": { company: "Owner" },
  "company:invite": { company: "Owner" },
  "company:billing": { company: "Owner" },
  "mail:read": { platform: ["Admin"], company: "Owner" },
} as const satisfies Record<string, PolicyRule>;

export type NamedPolicy = keyof typeof policyTable;

/**
 * `public` needs nobody; `authenticated` needs any signed-in person; `member` anybody of a company, and any of its API
 * keys, whatever its scopes: what is asked for behind the door is then decided one by one.
 */
export type Policy = NamedPolicy | "public" | "authenticated" | "member";

/** Whether it is platform staff alone that satisfy it. */
export function isPlatformPolicy(policy: Policy): boolean {
  if (policy === "public" || policy === "authenticated" || policy === "member") return false;
  const rule: PolicyRule = policyTable[policy];
  return rule.platform !== undefined && rule.company === undefined;
}

export interface Actor {
  platformRole: PlatformRole;
  /** Null for a platform user who belongs to no company. */
  companyRole: CompanyRole | null;
}

/** Says whether an actor (null = nobody signed in) satisfies a policy. Denies whatever it does not know. */
export function satisfiesPolicy(policy: Policy, actor: Actor | null): boolean {
  if (policy === "public") return true;
  if (actor === null) return false;
  if (policy === "authenticated") return true;
  if (policy === "member") return actor.companyRole !== null;
  const rule: PolicyRule | undefined = policyTable[policy];
  if (rule?.platform?.includes(actor.platformRole)) return true;
  if (rule?.company === undefined || actor.companyRole === null) return false;
  return companyRoleRank[actor.companyRole] >= companyRoleRank[rule.company];
}
