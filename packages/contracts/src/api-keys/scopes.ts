import type { NamedPolicy } from "../policies/policies.ts";

/** What an API key can be allowed: the company's policies that a call of today asks of keys, and never the platform's. */
export const keyScopes = [
  "customers:read",
  "customers:write",
  "analytics:read",
  "analytics:run",
  "segments:read",
  "segments:write",
  "recovery:read",
  "recovery:write",
  "campaigns:read",
  "campaigns:write",
  "integrations:read",
  "integrations:write",
  "settings:read",
  "settings:write",
  "company:read",
  "company:write",
  "company:invite",
  "company:manage",
] as const satisfies readonly NamedPolicy[];

export type KeyScope = (typeof keyScopes)[number];
