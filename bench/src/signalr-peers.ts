import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { attachHubs, createHub, type Schema } from "@forestay/signalr";
import { WebSocketServer, type WebSocket } from "ws";

/** What both peers offer to a benchmark: a port, and one broadcast to everybody connected. */
export type BroadcastPeer = {
  readonly port: number;
  /** True when clients must begin with the hub handshake. */
  readonly isHub: boolean;
  broadcast(): void;
  count(): number;
  close(): Promise<void>;
};

const payload = { id: "0198b6a0-1111-7000-8000-000000000000", text: "x".repeat(120) };

/** The record every broadcast sends, as the hub writes it: about 200 bytes. */
export const record = Buffer.from(
  `${JSON.stringify({ type: 1, target: "notification_created", arguments: [payload] })}\u001e`,
);

/** A schema that takes everything: validation is not what is measured. */
export const anything: Schema = {
  "~standard": { version: 1, vendor: "bench", validate: (value) => ({ value }) },
};

/** Our hub, open to everybody. */
export async function startHub(): Promise<BroadcastPeer> {
  const hub = createHub({
    path: "/hub",
    contract: { methods: {}, events: { notification_created: [anything] } },
    methods: {},
  });
  const server = createServer();
  const detach = attachHubs(server, [hub]);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    isHub: true,
    broadcast: () => void hub.clients.all.send("notification_created", payload),
    count: () => hub.stats().connections.webSockets,
    async close() {
      await detach();
      server.close();
    },
  };
}

/** Bare `ws` with the same limits, sending the same bytes ready-made. */
export async function startBare(): Promise<BroadcastPeer> {
  const sockets = new Set<WebSocket>();
  const server = createServer();
  const webSockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false });
  webSockets.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("message", () => undefined);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    isHub: false,
    broadcast() {
      for (const socket of sockets) socket.send(record, { binary: false });
    },
    count: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.terminate();
      webSockets.close();
      server.close();
    },
  };
}
