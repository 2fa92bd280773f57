import { setTimeout as wait } from "node:timers/promises";
import { MINUTE_MS, type RouteDefinition } from "@forestay/contracts";
import type { FastifyRequest } from "fastify";
import { underWitness } from "#platform/db/effect-witness.ts";
import type { SignedInUser } from "./actor.ts";
import { AppError } from "./app-error.ts";
import {
  endAttempt,
  freeKey,
  keepAnswer,
  noteEffect,
  readKey,
  takeKey,
  takeOver,
  type Answer,
  type IdempotencyStore,
  type KeyUse,
} from "./idempotency-rows.ts";
import { uploadContentOf } from "./upload-content.ts";

/** Longer than a handler runs (10 s, statements 5 s each). That its process is gone is known without waiting. */
const LEASE_MS = 60_000;
/** Of a handler that has longer than that, so many times its time. */
const LEASE_TIMEOUTS = 6;
/** An upload takes as long as it takes. */
const UPLOAD_LEASE_MS = 30 * MINUTE_MS;
/** A repeat waits for the first request's answer, well within its own handler's time. */
const WAIT_MS = 8000;
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 400;

export type { IdempotencyStore } from "./idempotency-rows.ts";

/**
 * Runs `work` at most once per (caller, route, key) and repeats its answer to repeats for a day; decision record 0017.
 * A repeat that comes while the first is at work waits for its answer (409 when that takes too long); another request
 * under the same key is 422. A refused request is forgotten, so that it may be tried again. When a process died on the
 * way: nothing was done, and the repeat does it; or it was done and the answer is lost, and the repeat is told so (409).
 */
export async function withIdempotency(
  store: IdempotencyStore,
  asked: { route: RouteDefinition; request: FastifyRequest; user: SignedInUser | null; key: string },
  work: () => Promise<Answer>,
): Promise<Answer> {
  let use = toKeyUse(asked);
  let isUploadUnread = isUpload(asked.route);
  let attemptId = await takeKey(store, use);
  let pauseMs = FIRST_PAUSE_MS;
  const waitUntilMs = Date.now() + WAIT_MS;
  while (attemptId === null) {
    const earlier = await readKey(store, use);
    if (earlier === undefined) {
      if (isUpload(asked.route) && !isUploadUnread) throw new AppError("idempotency_in_progress");
      attemptId = await takeKey(store, use);
      continue;
    }
    if (earlier.isAnswered && isUploadUnread) {
      // What the first one held is known by now; what this one holds has to be read to be compared.
      use = { ...use, content: wholeContent(asked.request, await uploadContentOf(asked.request)) };
      isUploadUnread = false;
      continue;
    }
    if (!earlier.isSameRequest) throw new AppError("idempotency_mismatch");
    if (earlier.answer !== null) return earlier.answer;
    if (earlier.isGivenUp) {
      if (earlier.hasTakenEffect) throw new AppError("idempotency_unknown");
      attemptId = await takeOver(store, use, earlier.attemptId);
      continue;
    }
    if (Date.now() >= waitUntilMs) throw new AppError("idempotency_in_progress", { retryAfterSeconds: 1 });
    await wait(pauseMs);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
  return runAttempt(store, use, attemptId, work, asked);
}

async function runAttempt(
  store: IdempotencyStore,
  use: KeyUse,
  attemptId: string,
  work: () => Promise<Answer>,
  { route, request }: { route: RouteDefinition; request: FastifyRequest },
): Promise<Answer> {
  let isOver = false;
  try {
    const answer = await underWitness(async (send) => {
      // What the handler left running behind it is not part of the attempt.
      if (!isOver) await noteEffect(store, attemptId, send);
    }, work);
    isOver = true;
    try {
      const content = isUpload(route) ? wholeContent(request, await uploadContentOf(request)) : use.content;
      await keepAnswer(store, { ...use, content }, attemptId, answer);
    } catch (error) {
      // It is done: the caller who is still there must hear so. A repeat will hear that the answer is lost.
      request.log.error({ err: error }, "an answer could not be kept for repeats");
    }
    return answer;
  } catch (error) {
    isOver = true;
    const isRefusal = error instanceof AppError && error.status < 500;
    await (isRefusal ? freeKey(store, attemptId) : endAttempt(store, attemptId));
    throw error;
  }
}

const isUpload = (route: RouteDefinition) => route.transfer === "multipart";
const wholeContent = (request: FastifyRequest, content: string) => `${request.url}\n${content}`;

function toKeyUse({ route, request, user, key }: Parameters<typeof withIdempotency>[1]): KeyUse {
  // An upload is streamed to the handler: what it holds is known once it has been.
  const content = isUpload(route) ? "" : JSON.stringify(request.body ?? null);
  return {
    caller: user?.apiKey ? `key:${user.apiKey.id}` : user ? `user:${user.userId}` : `ip:${request.ip}`,
    userId: user?.userId ?? null,
    route: `${route.method} ${route.path}`,
    key,
    content: wholeContent(request, content),
    leaseMs: isUpload(route) ? UPLOAD_LEASE_MS : Math.max(LEASE_MS, (route.timeoutMs ?? 0) * LEASE_TIMEOUTS),
  };
}
