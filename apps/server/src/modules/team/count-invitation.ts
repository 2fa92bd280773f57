import { createHash } from "node:crypto";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { countAttempt } from "#platform/http/rate-counter.ts";
import { invitationLimits } from "#platform/http/rate-limits.ts";

/**
 * Counts an invitation that is about to be mailed, in the transaction that writes the mail: one that is refused or fails
 * counts nothing. Throws `rate_limited` with the seconds to wait.
 */
export async function countInvitation(
  tx: Tx,
  { companyId, email, now, limitScale }: { companyId: string; email: string; now: Date; limitScale: number },
): Promise<void> {
  // Hashed: the counters outlive the invitation and need no addresses in them.
  const address = createHash("sha256").update(email).digest("base64url");
  for (const [key, { limit, windowSeconds }, message] of [
    [`invitation:company:${companyId}`, invitationLimits.perCompany, "Your company has invited many people."],
    [
      `invitation:email:${address}`,
      invitationLimits.perEmail,
      "This person was invited several times today.",
    ],
  ] as const) {
    const { count, startedAtMs } = await countAttempt(tx, key, windowSeconds, now);
    if (count > limit * limitScale) {
      const retryAfterSeconds = Math.ceil((startedAtMs + windowSeconds * 1000 - now.getTime()) / 1000);
      throw new AppError("rate_limited", {
        message: `${message} Try again later.`,
        retryAfterSeconds: Math.max(1, retryAfterSeconds),
      });
    }
  }
}
