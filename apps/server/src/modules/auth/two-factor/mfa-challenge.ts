import { MINUTE_MS } from "@forestay/contracts";
import { createOpaqueToken, hashOpaqueToken } from "#platform/crypto/secrets.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** Time to find the phone. */
const TTL_MS = 5 * MINUTE_MS;
const GUESSES = 5;

/** Remembers that the first factor was right; nobody is signed in by it. */
export async function createChallenge(tx: Tx, userId: string, now: Date): Promise<string> {
  const { token, hash } = createOpaqueToken();
  await tx.deleteFrom("mfa_challenges").where("expires_at", "<", now).execute();
  await tx
    .insertInto("mfa_challenges")
    .values({
      token_hash: hash,
      user_id: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + TTL_MS),
    })
    .execute();
  return token;
}

/** Spends a guess of a challenge and says whose it is; null when it is unknown, used, expired or out of guesses. */
export async function guessChallenge(tx: Tx, challengeId: string, now: Date): Promise<string | null> {
  const row = await tx
    .updateTable("mfa_challenges")
    .set((eb) => ({ guesses: eb("guesses", "+", 1) }))
    .where("token_hash", "=", hashOpaqueToken(challengeId))
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where("guesses", "<", GUESSES)
    .returning("user_id")
    .executeTakeFirst();
  return row?.user_id ?? null;
}

export async function finishChallenge(tx: Tx, challengeId: string, now: Date): Promise<void> {
  await tx
    .updateTable("mfa_challenges")
    .set({ used_at: now })
    .where("token_hash", "=", hashOpaqueToken(challengeId))
    .execute();
}
