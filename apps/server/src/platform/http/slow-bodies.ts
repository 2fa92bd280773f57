import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { AppError } from "./app-error.ts";

/** What the slowest line still does: a third of a kilobyte a second, looked at each minute. */
export const LEAST_RATE = { bytes: 20_000, everyMs: 60_000 };

/**
 * Refuses (408) a body that has all but stopped to come, whatever kind it is: an upload may last an hour, but not by coming byte by
 * byte. Where what came waits here to be read, the delay is ours and nobody's body is refused for it. Whoever reads it hears that it
 * failed, and answers so: for `lingerMs` more what still comes is dropped, so that the answer is read, and a body that is whole
 * by then has been refused all the same.
 */
export function refuseSlowBodies(
  server: FastifyInstance,
  { bytes, everyMs }: typeof LEAST_RATE,
  lingerMs: number,
): void {
  server.server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket, headers } = request;
    if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) return;
    let seen = socket.bytesRead;
    let lookedAt = performance.now();
    const look = setInterval(() => {
      const came = socket.bytesRead - seen;
      seen = socket.bytesRead;
      // A process that stood still has not read what lies in its socket.
      const isLate = performance.now() - lookedAt > 1.5 * everyMs;
      lookedAt = performance.now();
      if (request.complete) return clearInterval(look);
      if (isLate || came >= bytes || request.readableLength > 0) return undefined;
      clearInterval(look);
      if (response.headersSent) return void socket.destroy();
      failBody(request, new AppError("request_timeout"));
      setTimeout(() => {
        if (!request.complete || !response.writableFinished) socket.destroy();
      }, lingerMs).unref();
      return undefined;
    }, everyMs).unref();
    response.once("close", () => clearInterval(look));
  });
}

/** Tells whoever reads a body, or begins to, that it failed. Its own `destroy` would take the connection along, and the answer with it. */
function failBody(request: IncomingMessage, error: AppError): void {
  request.on("error", () => undefined);
  request.emit("error", error);
  request.on("newListener", (event, reader: (error: AppError) => void) => {
    if (event === "error") process.nextTick(reader, error);
  });
  request.resume();
}
