import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Server as SecureServer } from "node:https";
import type { Duplex } from "node:stream";
import type { HttpHub } from "../hub/create-hub.ts";
import { answerEmpty, splitTarget } from "../transport/http-request.ts";

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Mounts hubs on a Node server beside whatever it serves already, and connects their backplanes.
 *
 * Requests to a hub's path go to the hub, all others to the listeners that were there before. Returns a function that
 * shuts the hubs down and takes them off; call it before `server.close()`, which waits for open connections.
 */
export function attachHubs(server: Server | SecureServer, hubs: readonly HttpHub[]): () => Promise<void> {
  const others = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  const onRequest: RequestListener = (request, response) => {
    if (routeHubRequest(hubs, request, response)) return;
    for (const listener of others) listener.call(server, request, response);
    if (others.length === 0) answerEmpty(response, 404);
  };
  server.on("request", onRequest);
  const stopUpgrades = attachUpgrades(server, hubs);
  // The hub has logged what went wrong; clients of this process are served all the same.
  for (const hub of hubs) hub.start().catch(() => undefined);

  return async () => {
    await Promise.all(hubs.map((hub) => hub.shutdown()));
    stopUpgrades();
    server.off("request", onRequest);
    for (const listener of others) server.on("request", listener);
  };
}

/** Hands a request to the hub it is for. Returns false, having done nothing, when it is for none. */
export function routeHubRequest(
  hubs: readonly HttpHub[],
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { pathname } = splitTarget(request);
  for (const hub of hubs) {
    if (pathname === hub.path) void hub.handleRequest(request, response);
    else if (pathname === `${hub.path}/negotiate`) void hub.handleNegotiate(request, response);
    else continue;
    return true;
  }
  return false;
}

/** Listens for WebSocket upgrades to the hubs. Returns a function that stops it. */
export function attachUpgrades(server: Server | SecureServer, hubs: readonly HttpHub[]): () => void {
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { pathname } = splitTarget(request);
    const hub = hubs.find(({ path }) => path === pathname);
    if (hub) void hub.handleUpgrade(request, socket, head);
    // Somebody else's (a development server's, for example) unless nobody else listens.
    else if (server.listenerCount("upgrade") === 1) socket.destroy();
  };
  server.on("upgrade", onUpgrade);
  return () => server.off("upgrade", onUpgrade);
}
