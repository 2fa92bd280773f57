import { z } from "zod";
import { nameSchema } from "../names.ts";
import { namedPolicySchema } from "../policies/schemas.ts";
import { timestamp } from "../shapes.ts";
import { keyScopes } from "./scopes.ts";

export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** 'fsk_…' and its last characters, to tell keys apart; the whole is kept as a hash only. */
  prefix: z.string(),
  /** One that is no scope any more is kept with the key and has no effect. */
  scopes: z.array(namedPolicySchema),
  /** Scopes without effect now: what the maker's present role does not allow, all of them once the maker is deactivated. */
  stoppedScopes: z.array(namedPolicySchema),
  makerIsActive: z.boolean(),
  createdBy: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
  /** The same of what came by MCP alone. */
  lastMcpUseAt: timestamp.nullable(),
  revokedAt: timestamp.nullable(),
  /** From then on it does nothing; null: until it is revoked. */
  expiresAt: timestamp.nullable(),
});

export const createApiKeyBody = z.object({
  name: nameSchema(100),
  scopes: z.array(z.enum(keyScopes)).min(1, "Choose at least one").max(30),
  /** Null: until it is revoked. */
  expiresInDays: z.number().int().min(1).max(3650).nullable().default(null),
});
