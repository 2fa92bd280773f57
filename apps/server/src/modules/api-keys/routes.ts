import {
  apiKeyRoutes,
  type apiKeySchema,
  type CompanyRole,
  type NamedPolicy,
  type PlatformRole,
  DAY_MS,
  satisfiesPolicy,
} from "@forestay/contracts";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { personNameSql } from "#modules/companies/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { createApiKeyToken } from "./api-key-token.ts";

type ApiKey = z.input<typeof apiKeySchema>;

/** Enough for every integration; a leak that makes keys in a loop ends here. */
const MAX_LIVE_KEYS = 50;

/** Binds the company's API keys. */
export function bindApiKeyRoutes(api: Api, { db, clock }: ModuleContext): void {
  bind(api, apiKeyRoutes.listApiKeys, ({ user }) =>
    withTenant(db, user.companyId, async (tx) => ({ items: await listApiKeys(tx, user.companyId) })),
  );

  bind(api, apiKeyRoutes.createApiKey, ({ body, user }) =>
    withTenant(db, user.companyId, async (tx) => {
      const scopes = [...new Set(body.scopes)];
      checkScopes(scopes, user);
      const existing = await listApiKeys(tx, user.companyId);
      if (existing.filter((key) => isLive(key, clock.now())).length >= MAX_LIVE_KEYS) {
        throw new AppError("invalid_state", { message: `A company has at most ${MAX_LIVE_KEYS} API keys.` });
      }
      const { expiresInDays: days } = body;
      const expiresAt = days === null ? null : new Date(clock.now().getTime() + days * DAY_MS);
      const { key, prefix, hash } = createApiKeyToken(user.companyId);
      const { id } = await tx
        .insertInto("api_keys")
        .values({
          company_id: user.companyId,
          name: body.name,
          prefix,
          token_hash: hash,
          scopes,
          created_by_user_id: user.userId,
          created_at: clock.now(),
          expires_at: expiresAt,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await recordAudit(tx, user, {
        action: "api_key.created",
        target: body.name,
        targetId: id,
        after: { name: body.name, scopes, expiresAt: expiresAt?.toISOString() ?? null },
      });
      return { key, apiKey: await getApiKey(tx, user.companyId, id) };
    }),
  );

  bind(api, apiKeyRoutes.revokeApiKey, ({ params, user }) =>
    withTenant(db, user.companyId, async (tx) => {
      const { name, revokedAt } = await getApiKey(tx, user.companyId, params.id);
      if (revokedAt !== null) return {};
      await tx
        .updateTable("api_keys")
        .set({ revoked_at: clock.now() })
        .where("company_id", "=", user.companyId)
        .where("id", "=", params.id)
        .execute();
      await recordAudit(tx, user, { action: "api_key.revoked", target: name, targetId: params.id });
      return {};
    }),
  );
}

function isLive({ revokedAt, expiresAt }: ApiKey, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || new Date(expiresAt) > now);
}

function checkScopes(scopes: readonly NamedPolicy[], user: CompanyUser): void {
  const refused = scopes.find((scope) => !satisfiesPolicy(scope, user));
  if (refused) {
    throw new AppError("validation_failed", {
      fields: { scopes: `'${refused}' cannot be given to an API key` },
    });
  }
}

async function listApiKeys(tx: Tx, companyId: string): Promise<ApiKey[]> {
  const rows = await selectKeys(tx, companyId)
    .orderBy("api_keys.created_at", "desc")
    .orderBy("api_keys.id", "desc")
    .execute();
  return rows.map(toApiKey);
}

async function getApiKey(tx: Tx, companyId: string, id: string): Promise<ApiKey> {
  const row = await selectKeys(tx, companyId).where("api_keys.id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return toApiKey(row);
}

function selectKeys(tx: Tx, companyId: string) {
  return tx
    .selectFrom("api_keys")
    .innerJoin("users", "users.id", "api_keys.created_by_user_id")
    .select([
      "api_keys.id",
      "api_keys.name",
      "api_keys.prefix",
      "api_keys.scopes",
      "api_keys.created_at",
      "api_keys.last_used_at",
      "api_keys.last_mcp_use_at",
      "api_keys.revoked_at",
      "api_keys.expires_at",
      personNameSql.as("created_by"),
      "users.disabled_at",
      "users.platform_role",
      "users.company_role",
    ])
    .where("api_keys.company_id", "=", companyId);
}

function toApiKey(
  row: Awaited<ReturnType<ReturnType<typeof selectKeys>["executeTakeFirstOrThrow"]>>,
): ApiKey {
  const scopes = row.scopes as NamedPolicy[];
  const makerIsActive = row.disabled_at === null;
  const maker = {
    platformRole: row.platform_role as PlatformRole,
    companyRole: row.company_role as CompanyRole | null,
  };
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes,
    stoppedScopes: scopes.filter((scope) => !makerIsActive || !satisfiesPolicy(scope, maker)),
    makerIsActive,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastMcpUseAt: row.last_mcp_use_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}
