import type { NamedPolicy } from "@forestay/contracts/policies";

/** Scopes a key can have: the company's policies that a call of today asks for, and never the platform's. */
export const keyScopes: readonly NamedPolicy[] = [
  "customers:read",
  "customers:write",
  "analytics:read",
  "analytics:run",
  "settings:read",
  "settings:write",
  "company:read",
  "company:invite",
  "company:manage",
];
