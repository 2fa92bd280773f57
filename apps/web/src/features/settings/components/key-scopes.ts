import type { KeyScope, NamedPolicy } from "@forestay/contracts/wire";

/** Scopes a key can have, in words. */
export const keyScopeWords: Record<KeyScope, string> = {
  "customers:read": "See customers",
  "customers:write": "Import and change customers",
  "analytics:read": "See analyses and models",
  "analytics:run": "Run analyses",
  "segments:read": "See segments",
  "segments:write": "Make and change segments",
  "recovery:read": "See failed payments and the recovery policy",
  "recovery:write": "Decide about failed payments and the recovery policy",
  "campaigns:read": "See campaigns and their results",
  "campaigns:write": "Make, start and pause campaigns, and stop writing to an address",
  "integrations:read": "See connected systems",
  "integrations:write": "Sync connected systems",
  "settings:read": "See scoring settings",
  "settings:write": "Change scoring settings",
  "company:read": "See the company and its team",
  "company:write": "Change the company's name, zone and logo",
  "company:invite": "Withdraw invitations",
  "company:manage": "Manage the company",
};

/** Scopes in words; one of another version keeps its name. */
export function scopesInWords(scopes: readonly NamedPolicy[]): string {
  const words: Partial<Record<NamedPolicy, string>> = keyScopeWords;
  return scopes.map((scope) => words[scope] ?? scope).join(", ");
}
