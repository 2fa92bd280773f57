import { randomBytes } from "node:crypto";
import { openSecret, sealSecret } from "#platform/crypto/seal.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { replaceRecoveryCodes, spendRecoveryCode } from "./recovery-codes.ts";
import { matchTotp } from "./totp.ts";

/** RFC 4226 section 4: 160 bits. */
const SECRET_BYTES = 20;
const PURPOSE = "two-factor";

/** Whether a person has two-factor on; one that was begun and not confirmed is not on. */
export async function hasTwoFactor(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("user_two_factor")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** When two-factor was turned on; null where it is off. */
export async function twoFactorSince(tx: Tx, userId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom("user_two_factor")
    .select("confirmed_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.confirmed_at ?? null;
}

/** Makes a secret that counts once confirmed; null where two-factor is on already. */
export async function beginTwoFactor(
  tx: Tx,
  secretKeys: readonly string[],
  userId: string,
  now: Date,
): Promise<Buffer | null> {
  const secret = randomBytes(SECRET_BYTES);
  const begun = {
    sealed_secret: sealSecret(secretKeys, PURPOSE, userId, secret),
    last_used_step: 0,
    created_at: now,
  };
  const stored = await tx
    .insertInto("user_two_factor")
    .values({ user_id: userId, ...begun })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet(begun).where("user_two_factor.confirmed_at", "is", null),
    )
    .executeTakeFirst();
  return stored.numInsertedOrUpdatedRows === 1n ? secret : null;
}

/** Turns two-factor on with a first code and answers the recovery codes; null when the code is wrong. */
export async function confirmTwoFactor(
  tx: Tx,
  secretKeys: readonly string[],
  userId: string,
  code: string,
  now: Date,
): Promise<string[] | null> {
  if (!(await spendTotp(tx, secretKeys, userId, code, now, { confirmed: false }))) return null;
  await tx.updateTable("user_two_factor").set({ confirmed_at: now }).where("user_id", "=", userId).execute();
  return replaceRecoveryCodes(tx, secretKeys, userId);
}

/** Spends a second factor: a code of the app, or a recovery code. */
export async function spendSecondFactor(
  tx: Tx,
  secretKeys: readonly string[],
  userId: string,
  code: string,
  now: Date,
): Promise<"totp" | "recovery_code" | null> {
  if (await spendTotp(tx, secretKeys, userId, code.replaceAll(" ", ""), now, { confirmed: true }))
    return "totp";
  return (await spendRecoveryCode(tx, secretKeys, userId, code, now)) ? "recovery_code" : null;
}

export async function turnOffTwoFactor(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("user_two_factor").where("user_id", "=", userId).execute();
}

async function spendTotp(
  tx: Tx,
  secretKeys: readonly string[],
  userId: string,
  code: string,
  now: Date,
  { confirmed }: { confirmed: boolean },
): Promise<boolean> {
  const row = await tx
    .selectFrom("user_two_factor")
    .select(["sealed_secret", "last_used_step"])
    .where("user_id", "=", userId)
    .where("confirmed_at", confirmed ? "is not" : "is", null)
    // Locked: the same code sent twice at once counts once.
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  const secret = openSecret(secretKeys, PURPOSE, userId, row.sealed_secret);
  const step = matchTotp(secret, code, now, row.last_used_step);
  if (step === null) return false;
  // Sealed anew each time: after a change of SECRET_KEYS the old key is needed no longer than people take to sign in.
  const sealed = sealSecret(secretKeys, PURPOSE, userId, secret);
  await tx
    .updateTable("user_two_factor")
    .set({ last_used_step: step, sealed_secret: sealed })
    .where("user_id", "=", userId)
    .execute();
  return true;
}
