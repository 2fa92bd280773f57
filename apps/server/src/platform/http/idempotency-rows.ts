import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { DAY_MS } from "@forestay/contracts";
import { sql } from "kysely";
import type { Clock } from "#platform/clock.ts";
import { openSecret, sealSecret } from "#platform/crypto/seal.ts";
import { deriveKeys } from "#platform/crypto/secrets.ts";
import { advisoryLock } from "#platform/db/advisory-lock.ts";
import type { Database } from "#platform/db/database.ts";
import type { SendInside } from "#platform/db/effect-witness.ts";
import { readOnce, withSystem, type Tx } from "#platform/db/transaction.ts";
import type { RequestHolder } from "./request-holder.ts";

/** Stripe's practice: an answer can be repeated for 24 hours. */
const IDEMPOTENCY_KEPT_MS = DAY_MS;

const PURPOSE = "idempotency";

export interface IdempotencyStore {
  db: Database;
  clock: Clock;
  secretKeys: readonly string[];
  holder: RequestHolder;
}

export interface Answer {
  status: number;
  body: unknown;
}

/** One use of a key: who asks what, under which key, with what in it. */
export interface KeyUse {
  caller: string;
  userId: string | null;
  route: string;
  key: string;
  /** Address and body of the request, as text; of an upload the address alone until its bytes have been read. */
  content: string;
  /** A first request that is silent for longer than this does nothing any more, though its process lives. */
  leaseMs: number;
}

/** What stands under a key that was used before. */
export interface EarlierUse {
  isSameRequest: boolean;
  hasTakenEffect: boolean;
  isAnswered: boolean;
  isGivenUp: boolean;
  answer: Answer | null;
  attemptId: string;
}

const keyHashOf = (use: KeyUse) => createHash("sha256").update(use.key).digest();
/** Bound to the key itself, of which only a hash is kept: whoever has the database and the secrets has no answer yet. */
const boundTo = (use: KeyUse) => `${use.caller}\n${use.route}\n${use.key}`;
const requestHashes = (store: IdempotencyStore, use: KeyUse) =>
  deriveKeys(store.secretKeys, PURPOSE).map((key) => createHmac("sha256", key).update(use.content).digest());

/** Takes the key for a first attempt, whose id is answered; null where it is taken. A use older than a day is gone. */
export async function takeKey(store: IdempotencyStore, use: KeyUse): Promise<string | null> {
  const now = store.clock.now();
  const attemptId = await store.holder.newAttemptId();
  const [requestHash] = requestHashes(store, use);
  if (!requestHash) throw new Error("Idempotency keys need a secret key");
  const fresh = {
    user_id: use.userId,
    request_hash: requestHash,
    attempt_id: attemptId,
    attempt_started_at: now,
    effect_at: null,
    response_status: null,
    sealed_response: null,
    created_at: now,
  };
  const row = await withSystem(store.db, (tx) =>
    tx
      .insertInto("idempotency_keys")
      .values({ caller: use.caller, route: use.route, key_hash: keyHashOf(use), ...fresh })
      .onConflict((conflict) =>
        conflict
          .columns(["caller", "route", "key_hash"])
          .doUpdateSet(fresh)
          .where("idempotency_keys.created_at", "<", new Date(now.getTime() - IDEMPOTENCY_KEPT_MS)),
      )
      .returning("attempt_id")
      .executeTakeFirst(),
  );
  return row ? attemptId : null;
}

/** Whether the process of an attempt lives; of an older one that holds no lock (UUIDs of version 4) only time tells. */
const isHeld = sql<boolean>`(substr(attempt_id::text, 15, 1) <> '8' or exists (
  select from pg_locks
  where locktype = 'advisory' and classid = ${sql.lit(advisoryLock.requestHolders)}::oid and objsubid = 2 and granted
    and objid = ('x' || substr(attempt_id::text, 1, 8))::bit(32)::bigint::oid
    and database = (select oid from pg_database where datname = current_database())))`;

/** What stands under the key; undefined where it was freed meanwhile. */
export async function readKey(store: IdempotencyStore, use: KeyUse): Promise<EarlierUse | undefined> {
  const row = await readOnce(store.db, (db) =>
    db
      .selectFrom("idempotency_keys")
      .select([
        "request_hash",
        "attempt_id",
        "attempt_started_at",
        "effect_at",
        "response_status",
        "sealed_response",
        isHeld.as("is_held"),
      ])
      .where("caller", "=", use.caller)
      .where("route", "=", use.route)
      .where("key_hash", "=", keyHashOf(use))
      .executeTakeFirst(),
  );
  if (!row) return undefined;
  const isSameRequest = requestHashes(store, use).some((hash) => timingSafeEqual(hash, row.request_hash));
  return {
    isSameRequest,
    hasTakenEffect: row.effect_at !== null,
    isAnswered: row.response_status !== null,
    isGivenUp: !row.is_held || row.attempt_started_at.getTime() + use.leaseMs <= store.clock.now().getTime(),
    attemptId: row.attempt_id,
    answer:
      row.response_status === null || row.sealed_response === null || !isSameRequest
        ? null
        : {
            status: row.response_status,
            body: JSON.parse(
              openSecret(store.secretKeys, PURPOSE, boundTo(use), row.sealed_response).toString(),
            ),
          },
  };
}

/** Takes over from an attempt that died before it did anything; null where somebody else was faster. */
export async function takeOver(
  store: IdempotencyStore,
  use: KeyUse,
  deadAttemptId: string,
): Promise<string | null> {
  const attemptId = await store.holder.newAttemptId();
  const row = await withSystem(store.db, (tx) =>
    tx
      .updateTable("idempotency_keys")
      .set({ attempt_id: attemptId, attempt_started_at: store.clock.now() })
      .where("caller", "=", use.caller)
      .where("route", "=", use.route)
      .where("key_hash", "=", keyHashOf(use))
      .where("attempt_id", "=", deadAttemptId)
      .where("effect_at", "is", null)
      .returning("attempt_id")
      .executeTakeFirst(),
  );
  return row ? attemptId : null;
}

/**
 * Notes, inside the transaction that is about to commit, that it does something. Throws where this attempt was given
 * up and another runs: what it did is rolled back.
 */
export async function noteEffect(
  store: IdempotencyStore,
  attemptId: string,
  send: SendInside,
): Promise<void> {
  const { rows } = await send("select pg_current_xact_id_if_assigned() is not null as wrote");
  if ((rows[0] as { wrote: boolean }).wrote === false) return;
  const noted = await send(
    "update idempotency_keys set effect_at = coalesce(effect_at, $2) where attempt_id = $1",
    [attemptId, store.clock.now()],
  );
  if (noted.rowCount !== 1) throw new Error("This attempt was given up; another one runs under its key");
}

/** Keeps the answer for repeats, and what the request held: of an upload that is known only now. */
export async function keepAnswer(
  store: IdempotencyStore,
  use: KeyUse,
  attemptId: string,
  answer: Answer,
): Promise<void> {
  const text = Buffer.from(JSON.stringify(answer.body ?? null));
  const [requestHash] = requestHashes(store, use);
  await withSystem(store.db, (tx) =>
    tx
      .updateTable("idempotency_keys")
      .set({
        request_hash: requestHash,
        response_status: answer.status,
        sealed_response: sealSecret(store.secretKeys, PURPOSE, boundTo(use), text),
      })
      .where("attempt_id", "=", attemptId)
      .execute(),
  );
}

/** A refused request did nothing: its key is free again. */
export async function freeKey(store: IdempotencyStore, attemptId: string): Promise<void> {
  await withSystem(store.db, (tx) =>
    tx.deleteFrom("idempotency_keys").where("attempt_id", "=", attemptId).execute(),
  );
}

/** An attempt that failed unexpectedly: run again only where it did nothing. */
export async function endAttempt(store: IdempotencyStore, attemptId: string): Promise<void> {
  await withSystem(store.db, async (tx) => {
    await tx
      .deleteFrom("idempotency_keys")
      .where("attempt_id", "=", attemptId)
      .where("effect_at", "is", null)
      .execute();
    await tx
      .updateTable("idempotency_keys")
      .set({ attempt_started_at: new Date(0) })
      .where("attempt_id", "=", attemptId)
      .execute();
  });
}

/** Removes answers that are not repeated any more. */
export async function removeSpentAnswers(tx: Tx, now: Date): Promise<void> {
  await tx
    .deleteFrom("idempotency_keys")
    .where("created_at", "<", new Date(now.getTime() - IDEMPOTENCY_KEPT_MS))
    .execute();
}
