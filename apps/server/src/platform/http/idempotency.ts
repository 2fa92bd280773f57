import { createHash } from "node:crypto";
import type { RouteDefinition } from "@forestay/contracts";
import type { FastifyRequest } from "fastify";
import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { withSystem } from "#platform/db/transaction.ts";
import type { SignedInUser } from "./actor.ts";
import { AppError } from "./app-error.ts";

/** Stripe's practice: an answer can be repeated for 24 hours. */
const KEEP_MS = 24 * 3600 * 1000;
/** A first request that is silent for longer than any handler or upload takes has died with its process. */
const ABANDONED_MS = 30 * 60 * 1000;

export interface IdempotencyStore {
  db: Database;
  clock: Clock;
}

interface Answer {
  status: number;
  body: unknown;
}

interface IdempotentRequest {
  route: RouteDefinition;
  request: FastifyRequest;
  user: SignedInUser;
  key: string;
}

/**
 * Runs `work` at most once per (user, route, key) and repeats its stored answer to repeats: 409 while the first is at
 * work, 422 when the body differs. A failed request is forgotten, so that it may be tried again.
 */
export async function withIdempotency(
  store: IdempotencyStore,
  { route, request, user, key }: IdempotentRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const id = { user_id: user.userId, route: `${route.method} ${route.path}`, key };
  const requestHash = hashRequest(route, request);
  const now = store.clock.now();
  const earlier = await withSystem(store.db, async (tx) => {
    await tx
      .deleteFrom("idempotency_keys")
      .where((eb) =>
        eb.or([
          eb("created_at", "<", new Date(now.getTime() - KEEP_MS)),
          eb.and([
            eb("response_status", "is", null),
            eb("created_at", "<", new Date(now.getTime() - ABANDONED_MS)),
          ]),
        ]),
      )
      .execute();
    const inserted = await tx
      .insertInto("idempotency_keys")
      .values({ ...id, request_hash: requestHash, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning("key")
      .executeTakeFirst();
    if (inserted) return null;
    return tx
      .selectFrom("idempotency_keys")
      .select(["request_hash", "response_status", "response_body"])
      .where("user_id", "=", id.user_id)
      .where("route", "=", id.route)
      .where("key", "=", id.key)
      .executeTakeFirst();
  });
  if (earlier !== null) {
    if (
      earlier === undefined ||
      (earlier.response_status === null && earlier.request_hash.equals(requestHash))
    ) {
      throw new AppError("idempotency_in_progress", { retryAfterSeconds: 1 });
    }
    if (!earlier.request_hash.equals(requestHash)) throw new AppError("idempotency_mismatch");
    return { status: earlier.response_status ?? 200, body: earlier.response_body };
  }
  const row = (tx: Parameters<Parameters<typeof withSystem>[1]>[0]) => ({
    finish: (answer: Answer) =>
      tx
        .updateTable("idempotency_keys")
        .set({ response_status: answer.status, response_body: JSON.stringify(answer.body) })
        .where("user_id", "=", id.user_id)
        .where("route", "=", id.route)
        .where("key", "=", id.key)
        .execute(),
    forget: () =>
      tx
        .deleteFrom("idempotency_keys")
        .where("user_id", "=", id.user_id)
        .where("route", "=", id.route)
        .where("key", "=", id.key)
        .execute(),
  });
  try {
    const answer = await work();
    await withSystem(store.db, (tx) => row(tx).finish(answer));
    return answer;
  } catch (error) {
    await withSystem(store.db, (tx) => row(tx).forget());
    throw error;
  }
}

/** A multipart body is streamed past us; its declared length stands in for its bytes. */
function hashRequest(route: RouteDefinition, request: FastifyRequest): Buffer {
  const content =
    route.transfer === "multipart"
      ? (request.headers["content-length"] ?? "")
      : JSON.stringify(request.body ?? null);
  return createHash("sha256").update(`${request.url}\n${content}`).digest();
}
