import { createHash } from "node:crypto";
import { FORM_LEAST_MS } from "@forestay/contracts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "./app-error.ts";
import { countAttempt } from "./rate-counter.ts";
import { formLimits } from "./rate-limits.ts";

/** A field that nobody sees was filled in, or the form was open for less than anybody needs. */
export function isFromProgram({
  website = "",
  openForMs,
}: {
  website?: string | undefined;
  openForMs?: number | undefined;
}): boolean {
  return website !== "" || (openForMs !== undefined && openForMs < FORM_LEAST_MS);
}

interface FormUse {
  /** Names the form: each counts for itself. */
  form: string;
  email: string;
  now: Date;
  limitScale: number;
}

/**
 * Counts what one person asks of a public form; null while it is within the limit, else the seconds until it is again. By
 * tries and not by what comes of them: the answer says nothing of the address. Hashed: the counters need no addresses.
 */
export async function countForPerson(
  tx: Tx,
  { form, email, now, limitScale }: FormUse,
): Promise<number | null> {
  const { limit, windowSeconds } = formLimits.perEmail;
  const address = createHash("sha256").update(email).digest("base64url");
  const { count, startedAtMs } = await countAttempt(tx, `${form}:email:${address}`, windowSeconds, now);
  if (count <= limit * limitScale) return null;
  return Math.ceil((startedAtMs + windowSeconds * 1000 - now.getTime()) / 1000);
}

/** The same, where who asks too often is told. Throws `rate_limited`. */
export async function requirePersonMayAsk(tx: Tx, use: FormUse): Promise<void> {
  const retryAfterSeconds = await countForPerson(tx, use);
  if (retryAfterSeconds !== null) throw new AppError("rate_limited", { retryAfterSeconds });
}
