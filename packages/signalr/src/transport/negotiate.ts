import type { ConnectionManager } from "./connection-manager.ts";
import type { HubQuery } from "./http-request.ts";
import type { Principal, TransportName } from "./link.ts";

const MAX_NEGOTIATE_VERSION = 1;

const offers: readonly { name: TransportName; offer: { transport: string; transferFormats: string[] } }[] = [
  { name: "webSockets", offer: { transport: "WebSockets", transferFormats: ["Text", "Binary"] } },
  { name: "serverSentEvents", offer: { transport: "ServerSentEvents", transferFormats: ["Text"] } },
  { name: "longPolling", offer: { transport: "LongPolling", transferFormats: ["Text", "Binary"] } },
];

/**
 * Answers a negotiate request with the body to send, or null when there is no room (503).
 *
 * Version 1 tells a public id and a secret token apart; version 0 knows one id. Stateful reconnect is never offered, as
 * the client refuses an offer it did not ask for.
 */
export function negotiate(
  manager: ConnectionManager,
  transports: readonly TransportName[],
  principal: Principal | null,
  query: HubQuery,
): unknown {
  const asked = query.get("negotiateversion");
  const version = asked === undefined ? 0 : /^\d+$/.test(asked) ? Number(asked) : null;
  if (version === null) return { error: "The negotiateVersion is not a number." };
  if (!manager.hasRoom(true)) return null;
  const { connectionId, token } = manager.create(principal, version > 0);
  return {
    negotiateVersion: Math.min(version, MAX_NEGOTIATE_VERSION),
    connectionId,
    ...(version > 0 ? { connectionToken: token } : {}),
    availableTransports: offers.filter(({ name }) => transports.includes(name)).map(({ offer }) => offer),
  };
}
