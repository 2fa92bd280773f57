import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Ends connections that carry nothing when the server closes. Browsers and Node's own client open some in advance; Node does
 * not count them as idle, so closing would wait for the check of its header time-out (up to 45 s). Others are still being
 * answered: Node keeps them open afterwards, so closing would wait until they time out (72 s).
 */
export function closeUnusedConnections(server: FastifyInstance): void {
  const unused = new Set<Socket>();
  let isClosing = false;
  const used = ({ socket }: IncomingMessage) => void unused.delete(socket);
  server.server.on("connection", (socket: Socket) => {
    if (isClosing) return void socket.destroy();
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    used(request);
    response.once("close", () => {
      if (isClosing) server.server.closeIdleConnections();
    });
  });
  server.server.on("upgrade", used);
  server.addHook("preClose", async () => {
    isClosing = true;
    for (const socket of unused) socket.destroy();
  });
}
