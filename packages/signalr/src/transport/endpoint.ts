import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { HubLog } from "../options.ts";
import type { ConnectionManager } from "./connection-manager.ts";
import {
  answerEmpty,
  HubUnavailableError,
  readToken,
  splitTarget,
  type HubQuery,
  type HubRequest,
  type HubRequestKind,
} from "./http-request.ts";
import type { Principal, TransportName } from "./link.ts";
import type { LogicalConnection } from "./logical-connection.ts";
import { LongPollingPort } from "./long-polling.ts";
import { negotiate } from "./negotiate.ts";
import { ServerSentEventsPort } from "./server-sent-events.ts";
import { refuseUpgrade, WebSocketAcceptor } from "./websocket.ts";

/** Says who sends a request; null = nobody we know (401). What it throws is logged and answered with 500, HubUnavailableError with 503. */
export type Authenticate = (request: HubRequest) => Principal | null | Promise<Principal | null>;

export type EndpointOptions = {
  readonly manager: ConnectionManager;
  /** Left out for a hub open to everybody. */
  readonly authenticate: Authenticate | null;
  readonly transports: readonly TransportName[];
  readonly log: HubLog;
};

type Admission = { principal: Principal | null } | { status: 401 | 500 | 503 };

/** All HTTP of one hub, on plain Node requests: negotiate, the three transports, and who may use them. */
export class HubEndpoint {
  readonly #manager: ConnectionManager;
  readonly #authenticate: Authenticate | null;
  readonly #transports: readonly TransportName[];
  readonly #log: HubLog;
  readonly #webSockets: WebSocketAcceptor;

  constructor(options: EndpointOptions) {
    this.#manager = options.manager;
    this.#authenticate = options.authenticate;
    this.#transports = options.transports;
    this.#log = options.log;
    this.#webSockets = new WebSocketAcceptor(options.manager.limits.maxFrameBytes);
  }

  async handleNegotiate(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== "POST") return answerEmpty(response, 405, { Allow: "POST" });
    const { query } = splitTarget(request);
    const admission = await this.#admit(request, query, "negotiate");
    if ("status" in admission) return answerEmpty(response, admission.status);
    const body = negotiate(this.#manager, this.#transports, admission.principal, query);
    if (body === null) return answerEmpty(response, 503);
    const json = JSON.stringify(body);
    response.writeHead(200, {
      "Content-Type": "application/json",
      "Content-Length": String(Buffer.byteLength(json)),
      "Cache-Control": "no-cache, no-store",
    });
    response.end(json);
  }

  async handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { query } = splitTarget(request);
    const kind = requestKind(request);
    if (kind === null) return answerEmpty(response, 405, { Allow: "GET, POST, DELETE" });
    const admission = await this.#admit(request, query, kind);
    // Gone while we asked who it was: its `close` event has passed, so nothing would ever end what we start for it.
    if (response.destroyed) return;
    if ("status" in admission) return answerEmpty(response, admission.status);
    const found = this.#find(query, admission.principal);
    if (typeof found === "number") return answerEmpty(response, found);
    switch (kind) {
      case "sse":
        return this.#startEvents(found, response);
      case "poll":
        return this.#poll(found, response);
      case "send":
        return this.#send(found, request, response);
      case "delete":
        return this.#delete(found, response);
    }
  }

  async handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Before the first await: a socket that breaks while we ask who it is must not end the process.
    socket.on("error", () => socket.destroy());
    const { query } = splitTarget(request);
    const admission = await this.#admit(request, query, "websocket");
    if ("status" in admission) return refuseUpgrade(socket, admission.status);
    if (!this.#transports.includes("webSockets")) return refuseUpgrade(socket, 404);
    const manager = this.#manager;
    const { principal } = admission;
    const token = query.get("id");
    if (!token) {
      if (!manager.hasRoom(false)) return refuseUpgrade(socket, 503);
      return this.#webSockets.accept(request, socket, head, () => manager.create(principal, true));
    }
    let found = this.#find(query, principal);
    // Negotiated in another process: what a ticket says is all there is to know of such a connection.
    if (found === 404) found = manager.hasRoom(false) ? (manager.adopt(token, principal) ?? 404) : 503;
    if (typeof found === "number") return refuseUpgrade(socket, found);
    if (found.transport !== null) return refuseUpgrade(socket, found.transport === "webSockets" ? 409 : 400);
    const connection = found;
    this.#webSockets.accept(request, socket, head, () => connection);
  }

  async #admit(request: IncomingMessage, query: HubQuery, kind: HubRequestKind): Promise<Admission> {
    if (!this.#authenticate) return { principal: null };
    const askedMs = this.#manager.clock.nowMs();
    try {
      const principal = await this.#authenticate({
        kind,
        token: readToken(request, query, kind),
        raw: request,
      });
      if (!principal) return { status: 401 };
      // A poll opens nothing: its connection has been closed too, and it comes for the goodbye.
      if (kind !== "poll" && this.#manager.hasClosedSince(askedMs, principal)) return { status: 401 };
      return { principal };
    } catch (error) {
      if (error instanceof HubUnavailableError) {
        this.#log({ level: "warn", message: "authenticate is unavailable", error });
        return { status: 503 };
      }
      this.#log({ level: "error", message: "authenticate failed", error });
      return { status: 500 };
    }
  }

  /** The connection a request names, or the status that refuses it. */
  #find(query: HubQuery, principal: Principal | null): LogicalConnection | number {
    const token = query.get("id");
    if (!token) return 400;
    const connection = this.#manager.find(token);
    if (!connection) return 404;
    // Stricter than .NET, which only logs: a leaked id is of no use to another user.
    return connection.principal?.userId === principal?.userId ? connection : 403;
  }

  #startEvents(connection: LogicalConnection, response: ServerResponse): void {
    if (!this.#transports.includes("serverSentEvents")) return answerEmpty(response, 404);
    if (connection.transport !== null) {
      return answerEmpty(response, connection.transport === "serverSentEvents" ? 409 : 400);
    }
    connection.attach("serverSentEvents", ServerSentEventsPort.start(response, connection));
  }

  #poll(connection: LogicalConnection, response: ServerResponse): void {
    if (!this.#transports.includes("longPolling")) return answerEmpty(response, 404);
    if (connection.transport === null) {
      // The first poll only starts the connection and is answered at once.
      connection.attach("longPolling", new LongPollingPort(connection, this.#manager));
      return answerEmpty(response, 200);
    }
    if (!(connection.port instanceof LongPollingPort)) return answerEmpty(response, 400);
    connection.port.poll(response);
  }

  /** Feeds a POST body into the connection as it comes; concurrent ones queue, as the body is one byte stream with theirs. */
  async #send(
    connection: LogicalConnection,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (connection.transport === "webSockets") return answerEmpty(response, 405, { Allow: "GET" });
    if (connection.transport === null) return answerEmpty(response, 400);
    const before = connection.inbound;
    const turn = (async () => {
      if (before) await before;
      if (connection.state !== "open") return false;
      return feed(connection, request);
    })();
    const tail = turn.then(
      () => undefined,
      () => undefined,
    );
    connection.inbound = tail;
    try {
      const isWhole = await turn;
      answerEmpty(response, isWhole ? 200 : 404);
    } finally {
      if (connection.inbound === tail) connection.inbound = null;
    }
  }

  #delete(connection: LogicalConnection, response: ServerResponse): void {
    if (!(connection.port instanceof LongPollingPort)) return answerEmpty(response, 400);
    answerEmpty(response, 202);
    connection.port.deleted();
  }
}

function requestKind(request: IncomingMessage): Exclude<HubRequestKind, "negotiate" | "websocket"> | null {
  switch (request.method) {
    case "GET":
      return request.headers.accept?.toLowerCase().includes("text/event-stream") ? "sse" : "poll";
    case "POST":
      return "send";
    case "DELETE":
      return "delete";
    default:
      return null;
  }
}

/** Passes a body on piece by piece. Returns false when the connection ended meanwhile. */
async function feed(connection: LogicalConnection, request: IncomingMessage): Promise<boolean> {
  try {
    for await (const chunk of request) {
      connection.received(chunk as Buffer);
      await connection.whenReadable();
      if (connection.state === "closed") return false;
    }
  } catch {
    // The client went away in mid-body, so half a message may have been read; nothing after it could be trusted.
    connection.shut({ reason: "abandoned", allowReconnect: true });
    return false;
  }
  await connection.whenReadable();
  return true;
}
