import { DAY_MS } from "@forestay/contracts";
import { recordAudit } from "#modules/audit/index.ts";
import { clearPassword, findAccountById, setEmail, withCompanyOf } from "#modules/companies/index.ts";
import { createOpaqueToken, hashOpaqueToken } from "#platform/crypto/secrets.ts";
import { withSystem, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { mailAddressRestored, RESTORE_DAYS } from "./account-mails.ts";
import { endSessionsOfUser } from "./sessions.ts";
import { turnOffTwoFactor, twoFactorSince } from "./two-factor/two-factor.ts";

const PURPOSE = "restore_email";

const gone = () =>
  new AppError("not_found", {
    message: "This link was used, or it has expired. An Owner of your company can help.",
  });

/** The secret of the link with which an old address takes its account back; kept is its hash. */
export async function createRestoreToken(
  tx: Tx,
  userId: string,
  oldEmail: string,
  now: Date,
): Promise<string> {
  const { token, hash } = createOpaqueToken();
  const fresh = {
    user_id: userId,
    code_hash: hash,
    guesses: 0,
    created_at: now,
    expires_at: new Date(now.getTime() + RESTORE_DAYS * DAY_MS),
    used_at: null,
  };
  await tx
    .insertInto("verification_codes")
    .values({ email: oldEmail, purpose: PURPOSE, ...fresh })
    .onConflict((conflict) => conflict.columns(["email", "purpose"]).doUpdateSet(fresh))
    .execute();
  return token;
}

/**
 * Gives an account back to the address it was moved away from, and shuts out whoever moved it: every session ends, the
 * password they knew goes, and so does a second factor that came after the move. Links of that move and of later ones
 * stop working, so that the other side cannot take it again. Returns the address.
 */
export async function restoreAddress(
  context: ModuleContext,
  { token, ipAddress }: { token: string; ipAddress: string },
): Promise<{ email: string }> {
  const { db, clock } = context;
  const now = clock.now();
  const holder = await withSystem(db, async (tx) => {
    const link = await findLink(tx, token, now);
    return link ? findAccountById(tx, link.userId) : null;
  });
  if (!holder) throw gone();
  return withCompanyOf(db, holder, async (tx) => {
    const link = await findLink(tx, token, now);
    if (!link) throw gone();
    await tx
      .deleteFrom("verification_codes")
      .where("user_id", "=", holder.id)
      .where("purpose", "=", PURPOSE)
      .where("created_at", ">=", link.movedAt)
      .execute();
    if (!(await setEmail(tx, holder.id, link.email))) {
      throw new AppError("invalid_state", { message: "Another account uses this address by now." });
    }
    await clearPassword(tx, holder.id);
    await endSessionsOfUser(tx, holder.id, "password_change", now);
    const since = await twoFactorSince(tx, holder.id);
    const dropsTwoFactor = since !== null && since >= link.movedAt;
    if (dropsTwoFactor) await turnOffTwoFactor(tx, holder.id);
    await recordAudit(
      tx,
      { userId: holder.id, companyId: holder.companyId, ipAddress },
      {
        action: "account.address_restored",
        target: link.email,
        targetId: holder.id,
        before: { email: holder.email },
        after: { email: link.email, ...(dropsTwoFactor ? { twoFactor: "off" } : {}) },
      },
    );
    await mailAddressRestored(context, tx, holder, link.email);
    return { email: link.email };
  });
}

async function findLink(
  tx: Tx,
  token: string,
  now: Date,
): Promise<{ email: string; userId: string; movedAt: Date } | null> {
  const row = await tx
    .selectFrom("verification_codes")
    .select(["email", "user_id", "created_at"])
    .where("purpose", "=", PURPOSE)
    .where("code_hash", "=", hashOpaqueToken(token))
    .where("expires_at", ">", now)
    .forUpdate()
    .executeTakeFirst();
  return row?.user_id ? { email: row.email, userId: row.user_id, movedAt: row.created_at } : null;
}
