import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { CODE_LENGTH, CODE_TTL_MINUTES, MINUTE_MS } from "@forestay/contracts";
import { deriveKeys } from "#platform/crypto/secrets.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** Five guesses per code; RATE_LIMIT_SCALE does not touch this one. */
const GUESSES_PER_CODE = 5;
const TTL_MS = CODE_TTL_MINUTES * MINUTE_MS;

const codePurposes = ["sign_in", "reset", "change_email"] as const;
export type CodePurpose = (typeof codePurposes)[number];
const otherPurposes = (purpose: CodePurpose) => codePurposes.filter((one) => one !== purpose);

interface CodeFor {
  email: string;
  purpose: CodePurpose;
  /** Of a change of e-mail: whose; a code of another person's change does not count. */
  userId: string | null;
}

const hashes = (secretKeys: readonly string[], { email, purpose, userId }: CodeFor, code: string) =>
  deriveKeys(secretKeys, "verification-code").map((key) =>
    createHmac("sha256", key)
      .update(JSON.stringify([purpose, email, userId, code]))
      .digest(),
  );

/**
 * Makes the one live code of an address; an earlier one, whatever it was for, stops counting, unless `isSent` is false: whoever
 * asks for a code to somebody else's address, which is never sent, ends no code of theirs. Returns the digits to send.
 */
export async function createCode(
  tx: Tx,
  secretKeys: readonly string[],
  codeFor: CodeFor,
  now: Date,
  { isSent = true } = {},
): Promise<string> {
  const code = randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, "0");
  const [codeHash] = hashes(secretKeys, codeFor, code);
  if (!codeHash) throw new Error("Codes need a secret key");
  const fresh = {
    user_id: codeFor.userId,
    code_hash: codeHash,
    guesses: 0,
    created_at: now,
    expires_at: new Date(now.getTime() + TTL_MS),
    used_at: null,
  };
  await tx.deleteFrom("verification_codes").where("expires_at", "<", now).execute();
  if (isSent)
    await tx
      .deleteFrom("verification_codes")
      .where("email", "=", codeFor.email)
      .where("purpose", "in", otherPurposes(codeFor.purpose))
      .execute();
  await tx
    .insertInto("verification_codes")
    .values({ email: codeFor.email, purpose: codeFor.purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(["email", "purpose"]).doUpdateSet(fresh))
    .execute();
  return code;
}

/**
 * Spends a guess on the live code of an address, and the code itself when it is right. The guess is counted in the
 * statement that reads the code, so parallel ones get five together. The transaction must commit either way.
 */
export async function spendCode(
  tx: Tx,
  secretKeys: readonly string[],
  codeFor: CodeFor,
  code: string,
  now: Date,
): Promise<boolean> {
  const live = await tx
    .updateTable("verification_codes")
    .set((eb) => ({ guesses: eb("guesses", "+", 1) }))
    .where("email", "=", codeFor.email)
    .where("purpose", "=", codeFor.purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where("guesses", "<", GUESSES_PER_CODE)
    .returning("code_hash")
    .executeTakeFirst();
  const matches = hashes(secretKeys, codeFor, code).some(
    (hash) => live !== undefined && timingSafeEqual(hash, live.code_hash),
  );
  if (!matches) return false;
  const spent = await tx
    .updateTable("verification_codes")
    .set({ used_at: now })
    .where("email", "=", codeFor.email)
    .where("purpose", "=", codeFor.purpose)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return spent.numUpdatedRows === 1n;
}

/** Whether an address has a code that still counts. */
export async function hasLiveCode(tx: Tx, email: string, purpose: CodePurpose, now: Date): Promise<boolean> {
  const live = await tx
    .selectFrom("verification_codes")
    .select("email")
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where("guesses", "<", GUESSES_PER_CODE)
    .executeTakeFirst();
  return live !== undefined;
}

/** Removes every code sent to an address, of a person who is deleted. */
export async function eraseCodesOf(tx: Tx, address: string): Promise<void> {
  await tx.deleteFrom("verification_codes").where("email", "=", address).execute();
}
