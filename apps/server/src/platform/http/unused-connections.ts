import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Ends connections that have never carried a request when the server closes. Browsers and Node's own client open some in
 * advance; Node does not count them as idle, so closing would wait for the check of its header time-out (up to 45 s).
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
  server.server.on("request", used);
  server.server.on("upgrade", used);
  server.addHook("preClose", async () => {
    isClosing = true;
    for (const socket of unused) socket.destroy();
  });
}
