import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";

/** As long as nginx lingers: whoever sends a file that was refused by its head has the answer by then. */
export const LINGER_MS = 30_000;

/**
 * Ends the connection of a request that was answered before its body was there: too slow, refused, no such address. For
 * `lingerMs` what still comes is read and dropped, because a connection that is cut while somebody sends takes the answer with
 * it; left to itself, a body that comes byte by byte would hold it until the time-out of whole requests, an hour.
 */
export function endUnreadBodies(server: FastifyInstance, lingerMs: number): void {
  server.server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    response.once("finish", () => {
      if (request.complete) return;
      const cut = () => {
        if (!request.complete) socket.destroy();
      };
      setTimeout(cut, lingerMs).unref();
    });
  });
}
