import { randomInt, randomUUID } from "node:crypto";
import type { Client } from "pg";
import { advisoryLock } from "#platform/db/advisory-lock.ts";
import type { Database } from "#platform/db/database.ts";

/** Says of this process, for as long as it lives, that what it has begun is being worked on. */
export interface RequestHolder {
  /** An id for an attempt of this process. */
  newAttemptId(): Promise<string>;
  close(): Promise<void>;
}

const MOST_NUMBER = 2 ** 31 - 1;

/**
 * Holds an advisory lock on a connection of its own, opened with the first attempt: PostgreSQL lets go of it when the
 * process is gone, however it went. The lock's number is the attempt's first 32 bits, and the id a UUID of version 8,
 * so that the row of an attempt says whose it is. After a lost connection there is a new number.
 */
export function createRequestHolder(db: Database): RequestHolder {
  let held: Promise<{ client: Client; number: number }> | null = null;

  async function hold(): Promise<{ client: Client; number: number }> {
    const client = await db.openConnection("forestay-requests");
    const number = randomInt(MOST_NUMBER);
    client.once("end", () => (held = null));
    try {
      await client.query("select pg_advisory_lock($1, $2)", [advisoryLock.requestHolders, number]);
    } catch (error) {
      await client.end();
      throw error;
    }
    return { client, number };
  }

  return {
    async newAttemptId() {
      held ??= hold().catch((error: unknown) => {
        held = null;
        throw error;
      });
      const { number } = await held;
      const id = randomUUID();
      return `${number.toString(16).padStart(8, "0")}${id.slice(8, 14)}8${id.slice(15)}`;
    },
    async close() {
      const last = await held?.catch(() => null);
      await last?.client.end();
    },
  };
}
