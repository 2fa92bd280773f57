import { createHmac, randomInt } from "node:crypto";
import { deriveKeys } from "#platform/crypto/secrets.ts";
import type { Tx } from "#platform/db/transaction.ts";

const CODES = 10;
/** Without letters and digits that look alike: these are written down by hand. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const HALF = 5;

const normalise = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, "");

const hashes = (secretKeys: readonly string[], userId: string, code: string) =>
  deriveKeys(secretKeys, "recovery-code").map((key) =>
    createHmac("sha256", key)
      .update(`${userId}\n${normalise(code)}`)
      .digest(),
  );

const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** Replaces a person's recovery codes; the text is returned once, kept are keyed hashes. */
export async function replaceRecoveryCodes(
  tx: Tx,
  secretKeys: readonly string[],
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => `${half()}-${half()}`);
  await tx.deleteFrom("two_factor_recovery_codes").where("user_id", "=", userId).execute();
  await tx
    .insertInto("two_factor_recovery_codes")
    .values(
      codes.map((code) => ({
        user_id: userId,
        code_hash: hashes(secretKeys, userId, code)[0] ?? Buffer.alloc(0),
      })),
    )
    .execute();
  return codes;
}

/** Spends a recovery code; false when it is none, or was used. */
export async function spendRecoveryCode(
  tx: Tx,
  secretKeys: readonly string[],
  userId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const spent = await tx
    .updateTable("two_factor_recovery_codes")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("code_hash", "in", hashes(secretKeys, userId, code))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return spent.numUpdatedRows === 1n;
}

export async function countRecoveryCodes(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("two_factor_recovery_codes")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}
