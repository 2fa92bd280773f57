import type { NamedPolicy } from "@forestay/contracts/wire";

/** Scopes a key can have, in words: the company's policies that a call of today asks for, and never the platform's. */
export const keyScopeWords = {
  "customers:read": "See customers",
  "customers:write": "Import and change customers",
  "analytics:read": "See analyses and models",
  "analytics:run": "Run analyses",
  "settings:read": "See scoring settings",
  "settings:write": "Change scoring settings",
  "company:read": "See the company and its team",
  "company:invite": "Withdraw invitations",
  "company:manage": "Manage the company",
} as const satisfies Partial<Record<NamedPolicy, string>>;

export const keyScopes = Object.keys(keyScopeWords) as (keyof typeof keyScopeWords)[];

/** Scopes in words; one of another version keeps its name. */
export function scopesInWords(scopes: readonly NamedPolicy[]): string {
  const words: Partial<Record<NamedPolicy, string>> = keyScopeWords;
  return scopes.map((scope) => words[scope] ?? scope).join(", ");
}
