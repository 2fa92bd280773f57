import type { CompanyRole, NamedPolicy, PlatformRole } from "@forestay/contracts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { readApiKeyToken } from "./api-key-token.ts";

/** When a key was used is only kept this fine: a write on every request would buy nothing. */
export const USED_GRANULARITY_MS = 60_000;

/**
 * Who asks with this key: its maker with the role of this moment. Null once revoked or expired, or the maker disabled or
 * gone.
 */
export async function findApiKeyByToken(db: Database, key: string, now: Date): Promise<SignedInUser | null> {
  const token = readApiKeyToken(key);
  if (!token) return null;
  return withTenant(db, token.companyId, async (tx) => {
    const row = await liveKeys(tx, token.companyId, now)
      .where("api_keys.token_hash", "=", token.hash)
      .executeTakeFirst();
    if (!row) return null;
    if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() >= USED_GRANULARITY_MS) {
      await tx
        .updateTable("api_keys")
        .set({ last_used_at: now })
        .where("company_id", "=", token.companyId)
        .where("id", "=", row.id)
        .execute();
    }
    return toSignedInUser(row);
  });
}

/** The same by the key's id, for what the key asked for earlier. */
export async function findApiKeyById(
  db: Database,
  companyId: string,
  id: string,
  now: Date,
): Promise<SignedInUser | null> {
  const row = await withTenant(db, companyId, (tx) =>
    liveKeys(tx, companyId, now).where("api_keys.id", "=", id).executeTakeFirst(),
  );
  return row ? toSignedInUser(row) : null;
}

function liveKeys(tx: Tx, companyId: string, now: Date) {
  return tx
    .selectFrom("api_keys")
    .innerJoin("users", "users.id", "api_keys.created_by_user_id")
    .select([
      "api_keys.id",
      "api_keys.name",
      "api_keys.scopes",
      "api_keys.last_used_at",
      "users.id as userId",
      "users.email",
      "users.platform_role",
      "users.company_id",
      "users.company_role",
    ])
    .where("api_keys.company_id", "=", companyId)
    .where("api_keys.revoked_at", "is", null)
    .where((eb) => eb.or([eb("api_keys.expires_at", "is", null), eb("api_keys.expires_at", ">", now)]))
    .where("users.company_id", "=", companyId)
    .where("users.disabled_at", "is", null);
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof liveKeys>["executeTakeFirstOrThrow"]>>;

function toSignedInUser(row: KeyRow): SignedInUser {
  return {
    userId: row.userId,
    sessionId: "",
    email: row.email,
    platformRole: row.platform_role as PlatformRole,
    companyId: row.company_id,
    companyRole: row.company_role as CompanyRole | null,
    apiKey: { id: row.id, name: row.name, scopes: row.scopes as NamedPolicy[] },
  };
}
