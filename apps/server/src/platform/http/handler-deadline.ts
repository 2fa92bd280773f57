import type { FastifyReply } from "fastify";
import { AppError } from "./app-error.ts";

/** Seconds after which what took too long is worth trying again. */
const RETRY_AFTER_SECONDS = 5;

/** Aborts when the caller has gone, and once the answer is out. */
export function endsWithCaller(reply: FastifyReply): AbortController {
  const ending = new AbortController();
  reply.raw.once("close", () => ending.abort(new Error("The caller has gone")));
  return ending;
}

/**
 * Waits for a handler's `work` for `timeoutMs` (null: as long as it takes), then throws `unavailable` and aborts `ending`.
 * What does not heed the signal runs on by itself, and a repeat under its Idempotency-Key still gets its answer.
 * Ours, because Fastify's own `handlerTimeout` ends as soon as the body has been read: it limits hooks and slow bodies,
 * but of a handler only one that has no body.
 */
export async function withinTime<T>(
  timeoutMs: number | null,
  ending: AbortController,
  work: () => Promise<T>,
): Promise<T> {
  if (timeoutMs === null) return work();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new AppError("unavailable", {
        message: "This took too long. Try again.",
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
      ending.abort(error);
      reject(error);
    }, timeoutMs);
  });
  try {
    return await Promise.race([work(), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
