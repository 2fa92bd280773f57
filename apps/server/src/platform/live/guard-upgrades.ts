import type { IncomingMessage } from "node:http";
import type { HttpHub } from "@forestay/signalr";

interface GuardOptions {
  appUrl: string | null;
  trustedProxies: number;
}

/**
 * Refuses WebSockets that a page of another site opens: browsers send them without asking (no CORS applies) and always
 * say where from. Plain requests pass Fastify's own check; upgrades never reach it.
 */
export function guardUpgrades(hub: HttpHub, options: GuardOptions): HttpHub {
  return {
    path: hub.path,
    handleNegotiate: (request, response) => hub.handleNegotiate(request, response),
    handleRequest: (request, response) => hub.handleRequest(request, response),
    start: () => hub.start(),
    shutdown: () => hub.shutdown(),
    async handleUpgrade(request, socket, head) {
      if (isOwnOrigin(request, options)) return hub.handleUpgrade(request, socket, head);
      socket.on("error", () => socket.destroy());
      socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    },
  };
}

function isOwnOrigin({ headers }: IncomingMessage, { appUrl, trustedProxies }: GuardOptions): boolean {
  // Programs send none; the access token is asked of them as of everybody.
  if (headers.origin === undefined) return true;
  if (appUrl !== null && headers.origin === new URL(appUrl).origin) return true;
  const forwarded = trustedProxies > 0 ? headers["x-forwarded-host"] : undefined;
  const host = (Array.isArray(forwarded) ? forwarded[0] : forwarded) ?? headers.host;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === host;
}
