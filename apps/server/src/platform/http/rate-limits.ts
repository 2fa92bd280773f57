import type { RateLimitName } from "@forestay/contracts";
import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { withSystem } from "#platform/db/transaction.ts";
import type { SignedInUser } from "./actor.ts";
import { AppError } from "./app-error.ts";
import { networkOf } from "./network-of.ts";
import { countAttempt, takeBackAttempt } from "./rate-counter.ts";

interface RateLimit {
  limit: number;
  windowSeconds: number;
  /** `address` is the network's: all of an IPv6 /64 together, see networkOf. */
  per: "user" | "company" | "address";
  /** Counted in this process only: reads are many, and a database write for each would cost more than it guards. */
  inMemory?: boolean;
  /** With it a request that is refused for what it holds does not count, but no more than so many are tried at all. */
  tries?: number;
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;

/** The one table of per-time limits. `login` is also counted per account by the auth module. */
export const rateLimits: Record<RateLimitName, RateLimit> = {
  read: { limit: 600, windowSeconds: MINUTE_SECONDS, per: "user", inMemory: true },
  write: { limit: 60, windowSeconds: MINUTE_SECONDS, per: "user" },
  upload: { limit: 10, windowSeconds: HOUR_SECONDS, per: "company", tries: 60 },
  analysis: { limit: 20, windowSeconds: HOUR_SECONDS, per: "company" },
  /** Reports that somebody has mailed to themselves at once: each is drawn and kept. */
  report: { limit: 6, windowSeconds: HOUR_SECONDS, per: "user" },
  /** A mail provider's servers press the button for all of its readers; what a link says is signed, and not guessed. */
  unsubscribe: { limit: 300, windowSeconds: MINUTE_SECONDS, per: "address", inMemory: true },
  /** What public pages ask of the server to be shown. */
  page: { limit: 300, windowSeconds: MINUTE_SECONDS, per: "address", inMemory: true },
  /** Forms that anybody may send: a conference's visitors behind one address, and no more. */
  form: { limit: 40, windowSeconds: HOUR_SECONDS, per: "address" },
  /** Each booking takes a time that nobody else can have: an office's worth from one address. */
  booking: { limit: 10, windowSeconds: HOUR_SECONDS, per: "address" },
  /** Systems that tell of changes come from few addresses, and in bursts; what they say is signed. */
  hook: { limit: 6000, windowSeconds: MINUTE_SECONDS, per: "address", inMemory: true },
  /** Calls that bring events, before their key is looked at: all servers of a company may stand behind one address. */
  track: { limit: 60_000, windowSeconds: MINUTE_SECONDS, per: "address", inMemory: true },
  /** Questions to the assistant: faster than anybody types, and a runaway script ends here. */
  ask: { limit: 60, windowSeconds: MINUTE_SECONDS, per: "user" },
  /** Messages, read marks and signs of life of a conversation, for which a person has several calls a message. */
  chat: { limit: 240, windowSeconds: MINUTE_SECONDS, per: "user", inMemory: true },
  /** The contact form, whose every sending is a mail to support. */
  contact: { limit: 10, windowSeconds: HOUR_SECONDS, per: "address" },
  contactAddress: { limit: 120, windowSeconds: MINUTE_SECONDS, per: "address", inMemory: true },
  login: { limit: 300, windowSeconds: 15 * MINUTE_SECONDS, per: "address" },
  /** Connecting to the live hub: a whole office reconnects at once after a restart. */
  hub: { limit: 600, windowSeconds: MINUTE_SECONDS, per: "address", inMemory: true },
  logout: { limit: 60, windowSeconds: MINUTE_SECONDS, per: "address" },
  /** Mailing codes, and looking at links that came by mail. Sends are also counted per address of the mail. */
  code: { limit: 30, windowSeconds: 15 * MINUTE_SECONDS, per: "address" },
};

/**
 * The same table's limits on guessing, per kind of secret (passwords, e-mailed codes, second factors each count for
 * themselves) and over the same window: failures for one account, failures from one address, and codes mailed to one
 * e-mail, whoever asks. Counted by the auth module, before anything is compared.
 */
export const guessLimits = {
  windowSeconds: 15 * MINUTE_SECONDS,
  failuresPerAccount: 10,
  failuresPerAddress: 50,
  codesPerEmail: 5,
} as const;

/**
 * The same table's limits on mails to people who did not ask for one: from a company, and to an address, whoever invites
 * it. Counted by the team module where the mail is written.
 */
export const invitationLimits = {
  perCompany: { limit: 60, windowSeconds: HOUR_SECONDS },
  perEmail: { limit: 5, windowSeconds: 24 * HOUR_SECONDS },
} as const;

/** What one person can have from public forms, whoever fills them in: joins, and mails that ask to confirm. */
export const formLimits = {
  perEmail: { limit: 4, windowSeconds: 24 * HOUR_SECONDS },
} as const;

export interface RateLimiter {
  /** Counts one request; throws `rate_limited` with the seconds to wait once the limit is passed. */
  count(name: RateLimitName, user: SignedInUser | null, ipAddress: string): Promise<void>;
  /** Takes a counted request back that was refused, where the limit is one of what succeeds. */
  refused(name: RateLimitName, user: SignedInUser | null, ipAddress: string): Promise<void>;
}

/** `scale` multiplies the limits (RATE_LIMIT_SCALE), for benchmarks and load tests. */
export function createRateLimiter(db: Database, clock: Clock, scale: number): RateLimiter {
  const memory = new Map<string, { startedAtMs: number; count: number }>();
  let sweptAtMs = 0;

  function countInMemory(
    key: string,
    windowMs: number,
    nowMs: number,
  ): { count: number; startedAtMs: number } {
    if (nowMs - sweptAtMs > windowMs) {
      for (const [old, entry] of memory) if (nowMs - entry.startedAtMs >= windowMs) memory.delete(old);
      sweptAtMs = nowMs;
    }
    let entry = memory.get(key);
    if (entry === undefined || nowMs - entry.startedAtMs >= windowMs) {
      entry = { startedAtMs: nowMs, count: 0 };
      memory.set(key, entry);
    }
    entry.count++;
    return entry;
  }

  async function countOne(key: string, limit: number, rule: RateLimit): Promise<void> {
    const now = clock.now();
    const windowMs = rule.windowSeconds * 1000;
    const { count, startedAtMs } = rule.inMemory
      ? countInMemory(key, windowMs, now.getTime())
      : await withSystem(db, (tx) => countAttempt(tx, key, rule.windowSeconds, now));
    if (count > limit * scale) {
      const retryAfterSeconds = Math.max(1, Math.ceil((startedAtMs + windowMs - now.getTime()) / 1000));
      throw new AppError("rate_limited", { retryAfterSeconds });
    }
  }

  return {
    async count(name, user, ipAddress) {
      const rule = rateLimits[name];
      const who = whoOf(rule, user, ipAddress);
      if (rule.tries !== undefined) await countOne(`${name}:tries:${who}`, rule.tries, rule);
      await countOne(`${name}:${who}`, rule.limit, rule);
    },
    async refused(name, user, ipAddress) {
      const rule = rateLimits[name];
      if (rule.tries === undefined) return;
      await withSystem(db, (tx) => takeBackAttempt(tx, `${name}:${whoOf(rule, user, ipAddress)}`));
    },
  };
}

function whoOf(rule: RateLimit, user: SignedInUser | null, ipAddress: string): string {
  if (rule.per === "address" || user === null) return `ip:${networkOf(ipAddress)}`;
  if (rule.per === "company") return `company:${user.companyId ?? user.userId}`;
  return user.apiKey ? `key:${user.apiKey.id}` : `user:${user.userId}`;
}
