import type { trackingKeySchema } from "@forestay/contracts";
import type { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { actorColumns } from "#modules/companies/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { createWriteKeyToken } from "./write-key-token.ts";

type TrackingKey = z.input<typeof trackingKeySchema>;

/** Enough for every place that sends; a leak that makes keys in a loop ends here. */
const MOST_LIVE_KEYS = 50;

/** A company's write keys, the newest first. */
export async function listWriteKeys(tx: Tx, companyId: string): Promise<TrackingKey[]> {
  const rows = await tx
    .selectFrom("tracking_keys")
    .select(["id", "name", "prefix", "created_by", "created_at", "last_used_at", "revoked_at"])
    .where("company_id", "=", companyId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }));
}

/** Makes a write key; its text is in this answer and nowhere else. Throws `invalid_state` where there are too many. */
export async function createWriteKey(
  tx: Tx,
  user: CompanyUser,
  name: string,
  now: Date,
): Promise<{ key: string; trackingKey: TrackingKey }> {
  const { companyId } = user;
  const live = (await listWriteKeys(tx, companyId)).filter(({ revokedAt }) => revokedAt === null);
  if (live.length >= MOST_LIVE_KEYS)
    throw new AppError("invalid_state", { message: `A company has at most ${MOST_LIVE_KEYS} write keys.` });
  const { key, prefix, hash } = createWriteKeyToken(companyId);
  const { id } = await tx
    .insertInto("tracking_keys")
    .values({
      company_id: companyId,
      name,
      prefix,
      token_hash: hash,
      ...actorColumns("created_by", user),
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordAudit(tx, user, {
    action: "tracking_key.created",
    target: name,
    targetId: id,
    after: { name },
  });
  return { key, trackingKey: await getWriteKey(tx, companyId, id) };
}

/** Revokes a write key; one that is revoked stays so. Throws `not_found`. */
export async function revokeWriteKey(tx: Tx, user: CompanyUser, id: string, now: Date): Promise<void> {
  const { name, revokedAt } = await getWriteKey(tx, user.companyId, id);
  if (revokedAt !== null) return;
  await tx
    .updateTable("tracking_keys")
    .set({ revoked_at: now })
    .where("company_id", "=", user.companyId)
    .where("id", "=", id)
    .execute();
  await recordAudit(tx, user, { action: "tracking_key.revoked", target: name, targetId: id });
}

async function getWriteKey(tx: Tx, companyId: string, id: string): Promise<TrackingKey> {
  const key = (await listWriteKeys(tx, companyId)).find((one) => one.id === id);
  if (!key) throw new AppError("not_found", { message: "This write key does not exist." });
  return key;
}
