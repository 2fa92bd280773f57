import type { AddressInfo } from "node:net";
import { HUB_PATH, type HubEvent, type HubEventPayload } from "@forestay/contracts";
import { HttpTransportType, HubConnectionBuilder, LogLevel, type HubConnection } from "@microsoft/signalr";
import type { FastifyInstance } from "fastify";
import { API_PREFIX } from "#platform/http/api-prefix.ts";

export const liveTransports = {
  WebSockets: HttpTransportType.WebSockets,
  ServerSentEvents: HttpTransportType.ServerSentEvents,
  LongPolling: HttpTransportType.LongPolling,
} as const;
const supportEvents = [
  "SupportSessionCreated",
  "SupportSessionClaimed",
  "SupportSessionEscalated",
  "SupportSessionClosed",
  "SupportMessageReceived",
  "support_messages_read",
  "NewSupportRequest",
  "new_support_session",
  "session_assigned",
  "message_received",
  "session_closed",
  "admin_online",
  "admin_offline",
  "active_sessions",
  "user_typing",
  "user_joined_session",
  "admin_picked_up_session",
] as const;
export type LiveTransport = keyof typeof liveTransports;

export interface LiveClient {
  connection: HubConnection;
  /** Events as they arrived, oldest first. */
  received: { event: HubEvent; payload: unknown }[];
  /** Resolves with the payload of the next event of this name. */
  next<E extends HubEvent>(event: E): Promise<HubEventPayload<E>>;
  /** Resolves when the connection is closed for good. */
  closed: Promise<void>;
}

/** Address of a listening app; starts it on a free port when it does not listen yet. */
export async function listenOnce(server: FastifyInstance): Promise<string> {
  if (!server.server.listening) await server.listen({ port: 0, host: "127.0.0.1" });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

/** The official client on the real app, connected and, unless told otherwise, in its user group. */
export async function connectLive(
  server: FastifyInstance,
  accessToken: string,
  { transport = "WebSockets", join = true }: { transport?: LiveTransport; join?: boolean } = {},
): Promise<LiveClient> {
  const origin = await listenOnce(server);
  const connection = new HubConnectionBuilder()
    .configureLogging(LogLevel.None)
    .withUrl(`${origin}${API_PREFIX}${HUB_PATH}`, {
      transport: liveTransports[transport],
      accessTokenFactory: () => accessToken,
    })
    .withAutomaticReconnect([60_000])
    .build();
  const received: LiveClient["received"] = [];
  const waiting = new Map<HubEvent, (payload: never) => void>();
  for (const event of [
    "analysis_completed",
    "company_changed",
    "import_completed",
    "notification_created",
    "notifications_read",
    ...supportEvents,
  ] as const) {
    connection.on(event, (payload: never) => {
      received.push({ event, payload });
      const resolve = waiting.get(event);
      waiting.delete(event);
      resolve?.(payload);
    });
  }
  const closed = new Promise<void>((resolve) => connection.onclose(() => resolve()));
  await connection.start();
  if (join) await connection.invoke("JoinUserGroup");
  return {
    connection,
    received,
    next: (event) => new Promise((resolve) => waiting.set(event, resolve)),
    closed,
  };
}
