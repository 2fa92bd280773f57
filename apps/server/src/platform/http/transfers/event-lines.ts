import { Readable } from "node:stream";
import { errorTable } from "@forestay/contracts";
import type { FastifyReply } from "fastify";
import { errorBodyOf, toAppError } from "../error-handler.ts";
import type { AnswerContext } from "./transfer-kind.ts";

/**
 * Sends values as server-sent events: `data:` lines, comments while nothing happens, and last `event: end`, or
 * `event: error` with our error body. A stream that ends with neither was cut off. Nothing is buffered: the handler is
 * asked for the next value when this one has been taken.
 */
export function sendEvents(
  values: AsyncIterable<unknown>,
  encode: (value: unknown) => unknown,
  context: AnswerContext,
): FastifyReply {
  return (
    context.reply
      .code(200)
      .type("text/event-stream; charset=utf-8")
      .header("cache-control", "no-store, no-transform")
      // nginx gathers answers otherwise.
      .header("x-accel-buffering", "no")
      // A stream has its connection to itself; a server that stops need not wait for what could come after it.
      .header("connection", "close")
      .send(Readable.from(writeEvents(values, encode, context), { highWaterMark: 1 }))
  );
}

async function* writeEvents(
  events: AsyncIterable<unknown>,
  encode: (value: unknown) => unknown,
  { request, signal, heartbeatMs }: AnswerContext,
): AsyncGenerator<string> {
  const iterator = events[Symbol.asyncIterator]();
  const gone = new Promise<"gone">((resolve) => {
    if (signal.aborted) resolve("gone");
    signal.addEventListener("abort", () => resolve("gone"), { once: true });
  });
  try {
    // At once, so that the caller knows the stream stands.
    yield ":\n\n";
    let next = iterator.next();
    for (;;) {
      const arrived = await firstOf(next, gone, heartbeatMs);
      if (arrived === "gone") return;
      if (arrived === "quiet") {
        yield ":\n\n";
        continue;
      }
      if (arrived.done) break;
      yield `data: ${JSON.stringify(encode(arrived.value))}\n\n`;
      next = iterator.next();
    }
    yield "event: end\ndata: {}\n\n";
  } catch (raw) {
    if (signal.aborted) return;
    const error = toAppError(raw);
    if (errorTable[error.code].reportable) request.log.error({ err: error.cause ?? raw }, "stream failed");
    yield `event: error\ndata: ${JSON.stringify(errorBodyOf(request, error))}\n\n`;
  } finally {
    // Not waited for: a handler that sits in an await of its own ends when that does, told by the signal.
    iterator.return?.()?.catch(() => undefined);
  }
}

/** The next event, or that there was none for so long, or that nobody listens any more. */
async function firstOf(
  next: Promise<IteratorResult<unknown>>,
  gone: Promise<"gone">,
  heartbeatMs: number,
): Promise<IteratorResult<unknown> | "gone" | "quiet"> {
  let timer: NodeJS.Timeout | undefined;
  const quiet = new Promise<"quiet">((resolve) => {
    timer = setTimeout(() => resolve("quiet"), heartbeatMs);
  });
  try {
    return await Promise.race([next, gone, quiet]);
  } finally {
    clearTimeout(timer);
  }
}
