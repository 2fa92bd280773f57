import { createHash } from "node:crypto";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { networkOf } from "#platform/http/network-of.ts";
import { guessLimits } from "#platform/http/rate-limits.ts";
import { countAttempt, resetAttempts, takeBackAttempt } from "#platform/http/rate-counter.ts";

const { windowSeconds } = guessLimits;

/** What is being guessed: passwords, e-mailed codes and second factors have counters of their own. */
export type GuessKind = "sign-in" | "code" | "mfa" | "password";

export interface Guess {
  kind: GuessKind;
  /** Whose secret: an e-mail, or a user's id once it is known. */
  account: string;
  ipAddress: string;
  now: Date;
  /** RATE_LIMIT_SCALE. */
  limitScale: number;
}

// Hashed: the counters outlive the request and need no addresses in them.
const digest = (text: string) => createHash("sha256").update(text).digest("base64url");
const accountKey = (guess: Guess) => `${guess.kind}:account:${digest(guess.account)}`;
const addressKey = (guess: Guess) => `${guess.kind}:ip:${networkOf(guess.ipAddress)}`;

/** A guess that came too often to be compared with anything. */
export interface Refused {
  waitSeconds: number;
  /** Whether it is the first one beyond the limit, of this account or from this address. */
  isFirst: boolean;
}

/**
 * Counts a guess before anything is compared, so that parallel ones cannot slip past the limit. Returns how long to
 * wait once it is passed, else null. It must commit whatever becomes of the guess.
 */
export async function countGuess(tx: Tx, guess: Guess): Promise<Refused | null> {
  const { now, limitScale } = guess;
  const byAccount = await countAttempt(tx, accountKey(guess), windowSeconds, now);
  const byAddress = await countAttempt(tx, addressKey(guess), windowSeconds, now);
  for (const [counter, limit] of [
    [byAccount, guessLimits.failuresPerAccount],
    [byAddress, guessLimits.failuresPerAddress],
  ] as const) {
    if (counter.count > limit * limitScale) {
      return {
        waitSeconds: secondsLeft(counter.startedAtMs, now),
        isFirst: counter.count - 1 <= limit * limitScale,
      };
    }
  }
  return null;
}

/** Forgets the failures of an account after the right answer, and this one of the address. */
export async function forgiveGuess(tx: Tx, guess: Guess): Promise<void> {
  await resetAttempts(tx, accountKey(guess));
  await takeBackAttempt(tx, addressKey(guess));
}

/** Counts a mail with a code to this address; the seconds to wait once there were too many, else null. */
export async function countSend(
  tx: Tx,
  email: string,
  now: Date,
  limitScale: number,
): Promise<number | null> {
  const { count, startedAtMs } = await countAttempt(tx, `code-send:${digest(email)}`, windowSeconds, now);
  return count > guessLimits.codesPerEmail * limitScale ? secondsLeft(startedAtMs, now) : null;
}

function secondsLeft(startedAtMs: number, now: Date): number {
  return Math.max(1, Math.ceil((startedAtMs + windowSeconds * 1000 - now.getTime()) / 1000));
}

/** Too many guesses, in the same words whether or not the account exists. */
export function tooManyGuesses({ waitSeconds }: Pick<Refused, "waitSeconds">): AppError {
  return new AppError("rate_limited", {
    message: "Too many attempts to sign in. Try again later.",
    retryAfterSeconds: waitSeconds,
  });
}
