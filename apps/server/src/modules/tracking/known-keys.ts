import { MINUTE_MS } from "@forestay/contracts";
import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { readWriteKeyToken } from "./write-key-token.ts";

/** A revoked key is heard of within this, in every process. */
const REMEMBERED_MS = 5000;
/** Of wrong keys too, which cost nobody a look for a while. */
const MOST_REMEMBERED = 10_000;

export interface WriteKey {
  id: string;
  companyId: string;
}

interface Remembered {
  key: Promise<WriteKey | null>;
  untilMs: number;
}

/** Finds write keys, and remembers for some seconds what it found. */
export interface KnownKeys {
  /** Null for a key that is none, is revoked, or whose company is gone. */
  find(text: string): Promise<WriteKey | null>;
}

export function createKnownKeys(db: Database, clock: Clock): KnownKeys {
  const remembered = new Map<string, Remembered>();
  return {
    find(text) {
      const nowMs = clock.now().getTime();
      const known = remembered.get(text);
      if (known !== undefined && known.untilMs > nowMs) return known.key;
      // The oldest go first: a Map keeps the order that keys came in.
      remembered.delete(text);
      for (const old of remembered.keys()) {
        if (remembered.size < MOST_REMEMBERED) break;
        remembered.delete(old);
      }
      const key = findWriteKey(db, text, clock.now());
      remembered.set(text, { key, untilMs: nowMs + REMEMBERED_MS });
      // What could not be asked is asked again, and is no wrong key.
      key.catch(() => remembered.delete(text));
      return key;
    },
  };
}

/** When it was used last is kept to the minute: a write at every call would buy nothing. */
async function findWriteKey(db: Database, text: string, now: Date): Promise<WriteKey | null> {
  const token = readWriteKeyToken(text);
  if (token === null) return null;
  const { companyId, hash } = token;
  return withTenant(db, companyId, async (tx) => {
    const row = await tx
      .selectFrom("tracking_keys")
      .select(["id", "last_used_at"])
      .where("company_id", "=", companyId)
      .where("token_hash", "=", hash)
      .where("revoked_at", "is", null)
      .executeTakeFirst();
    if (row === undefined) return null;
    if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() >= MINUTE_MS) {
      await tx
        .updateTable("tracking_keys")
        .set({ last_used_at: now })
        .where("company_id", "=", companyId)
        .where("id", "=", row.id)
        .execute();
    }
    return { id: row.id, companyId };
  });
}
