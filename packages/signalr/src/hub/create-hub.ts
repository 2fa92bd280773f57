import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Backplane } from "../backplane/backplane.ts";
import { systemClock, type Clock } from "../clock.ts";
import type { HubProtocol } from "../protocol/hub-protocol.ts";
import { jsonProtocol } from "../protocol/json.ts";
import { ConnectionManager } from "../transport/connection-manager.ts";
import { HubEndpoint, type Authenticate } from "../transport/endpoint.ts";
import type { HubRequest } from "../transport/http-request.ts";
import type { Principal, TransportName } from "../transport/link.ts";
import { NegotiationTickets } from "../transport/negotiation-tickets.ts";
import type { EventArgs, HubContract, MethodAnswer, MethodArgs, MethodContract } from "./contract.ts";
import type { CloseOptions, ConnectionSelector, EventTarget } from "./envelope.ts";
import { sealHubEvent, type SealedMessage } from "./seal.ts";
import type { HubCall } from "./hub-call.ts";
import { createCallClients, createHubClients, type CallClients, type HubClients } from "./hub-clients.ts";
import { HubConnection } from "./hub-connection.ts";
import type { HubRuntime } from "./hub-runtime.ts";
import { HubRouter } from "./hub-router.ts";
import { collectStats, type HubStats } from "./hub-stats.ts";
import { HubMetrics } from "../metrics.ts";
import { defaultLimits, type HubLimits, type HubLog } from "../options.ts";
import { registerMethods } from "./registered-method.ts";

/** What a handler is told of the call it answers. */
export type HubCallOf<Contract extends HubContract, User extends Principal | null> = {
  readonly connectionId: string;
  /** Who `authenticate` said it is; null on a hub open to everybody. */
  readonly user: User;
  readonly clients: CallClients<Contract>;
  /** The groups of this connection; they end with it. */
  readonly groups: { add(group: string): Promise<void>; remove(group: string): Promise<void> };
  /** Belongs to the connection: what one call leaves here the next one finds. */
  readonly items: Map<string, unknown>;
  /** Aborted when the client cancels the stream or the connection ends. */
  readonly signal: AbortSignal;
  /** Ends the connection for good: the client does not reconnect. */
  abort(): void;
};

type Handle<Contract extends HubContract, User extends Principal | null, Method extends MethodContract> = (
  call: HubCallOf<Contract, User>,
  ...args: MethodArgs<Method>
) => MethodAnswer<Method>;

/** One handler per method of the contract; with `authorize`, a false refuses the call. */
export type HubMethods<Contract extends HubContract, User extends Principal | null> = {
  readonly [Name in keyof Contract["methods"]]:
    | Handle<Contract, User, Contract["methods"][Name]>
    | {
        readonly handle: Handle<Contract, User, Contract["methods"][Name]>;
        readonly authorize: (
          call: HubCallOf<Contract, User>,
          ...args: MethodArgs<Contract["methods"][Name]>
        ) => boolean | Promise<boolean>;
      };
};

export type HubOptions<Contract extends HubContract, User extends Principal | null> = {
  /** Where the hub is, for example `/api/hubs/notifications`. */
  readonly path: string;
  /** Keeps hubs that share a backplane apart [the path]. */
  readonly name?: string;
  readonly contract: Contract;
  readonly methods: HubMethods<Contract, User>;
  /** Asked for every request; null = 401. Left out: a hub open to everybody. */
  readonly authenticate?: (request: HubRequest) => User | null | Promise<User | null>;
  /** Runs before the connection's first call; what it throws refuses the connection for good. */
  readonly onConnected?: (call: HubCallOf<Contract, User>) => void | Promise<void>;
  /** Runs once for each connection that `onConnected` let in. */
  readonly onDisconnected?: (
    call: HubCallOf<Contract, User>,
    error: Error | undefined,
  ) => void | Promise<void>;
  /** Left out: this process only. */
  readonly backplane?: Backplane;
  readonly limits?: Partial<HubLimits>;
  /**
   * Secrets that all processes of the hub share; the first signs, older ones are still accepted. With them a WebSocket may
   * reach another process than the one that negotiated it, so that it needs no sticky sessions.
   */
  readonly ticketSecrets?: readonly (string | Uint8Array)[];
  /** What negotiate offers [all three]. */
  readonly transports?: readonly TransportName[];
  readonly protocols?: readonly HubProtocol[];
  readonly clock?: Clock;
  readonly log?: HubLog;
};

export type Hub<Contract extends HubContract> = HttpHub & {
  readonly name: string;
  /** Receivers of events, from anywhere in the host. */
  readonly clients: HubClients<Contract>;
  /** Membership of any connection in any process. Rejects with ClientResultError when the connection is not known. */
  readonly groups: {
    add(connectionId: string, group: string): Promise<void>;
    remove(connectionId: string, group: string): Promise<void>;
  };
  /**
   * Closes connections in every process, for example when a session is revoked. Without `allowReconnect` clients stay
   * away. Returns how many were closed here.
   */
  closeConnections(selector: ConnectionSelector, options?: CloseOptions): Promise<number>;
  /**
   * An event as text, for a transaction of the host to hand to the backplane's own store, so that it is sent on commit
   * and never on rollback (see `outboxStatement` of the Postgres backplane).
   */
  sealEvent<Name extends keyof Contract["events"] & string>(
    to: EventTarget,
    event: Name,
    ...args: EventArgs<Contract["events"][Name]>
  ): SealedMessage;
  stats(): HubStats;
};

/** The part of a hub that an HTTP adapter needs. */
export type HttpHub = {
  readonly path: string;
  handleNegotiate(request: IncomingMessage, response: ServerResponse): Promise<void>;
  handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void>;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  /** Connects the backplane; safe to call again. */
  start(): Promise<void>;
  /** Says goodbye to all clients (they reconnect elsewhere) and resolves when the last is gone, within seconds. */
  shutdown(): Promise<void>;
};

/**
 * Makes a hub from its contract and handlers.
 *
 * It serves nothing until an adapter (`attachHubs`, `registerFastifyHubs`) mounts it, and may stay unmounted in a process
 * that only sends. Throws TypeError when a method of the contract has no handler.
 */
export function createHub<const Contract extends HubContract, User extends Principal | null = null>(
  options: HubOptions<Contract, User>,
): Hub<Contract> {
  const { path, contract, clock = systemClock, log = () => undefined, backplane = null } = options;
  const name = options.name ?? path;
  const limits = { ...defaultLimits, ...options.limits };
  const metrics = new HubMetrics();
  // Handlers are typed for their callers and validated at run time, so inside the types can be forgotten.
  const untyped = options as unknown as UntypedOptions;

  const router = new HubRouter({
    hubName: name,
    backplane,
    clock,
    limits,
    metrics,
    log,
    closeLocal: (selector, { allowReconnect = false, error }) =>
      manager.closeWhere((connection) => isSelected(connection, selector), {
        reason: "closedByHost",
        allowReconnect,
        ...(error === undefined ? {} : { error }),
      }),
  });
  const clients = createHubClients(router, contract);
  const runtime: HubRuntime<HubConnection> = {
    clock,
    limits,
    metrics,
    log,
    protocols: new Map((options.protocols ?? [jsonProtocol]).map((protocol) => [protocol.name, protocol])),
    methods: registerMethods(contract, untyped.methods),
    register: (connection) => router.register(connection),
    unregister: (connection) => router.unregister(connection),
    addToGroup: (connection, group) => router.addToGroup(connection, group),
    removeFromGroup: (connection, group) => router.removeFromGroup(connection, group),
    createCallClients: (connection) => createCallClients(clients, connection.id),
    onConnected: (call) => untyped.onConnected?.(call),
    onDisconnected: (call, error) => untyped.onDisconnected?.(call, error),
  };
  const manager = new ConnectionManager({
    clock,
    limits,
    metrics,
    log,
    openHub: (link) => new HubConnection(runtime, link),
    tickets: options.ticketSecrets
      ? new NegotiationTickets({ hubName: name, secrets: options.ticketSecrets })
      : null,
  });
  const endpoint = new HubEndpoint({
    manager,
    authenticate: options.authenticate ?? null,
    transports: options.transports ?? ["webSockets", "serverSentEvents", "longPolling"],
    log,
  });

  return {
    name,
    path,
    clients: clients as unknown as HubClients<Contract>,
    groups: {
      add: async (connectionId, group) =>
        void (await router.command({ op: "addToGroup", connectionId, group })),
      remove: async (connectionId, group) =>
        void (await router.command({ op: "removeFromGroup", connectionId, group })),
    },
    closeConnections: (selector, closeOptions = {}) => router.close(selector, closeOptions),
    sealEvent: (to, event, ...args) => sealHubEvent(name, to, event, args),
    stats: () => collectStats(manager, router.membership, metrics),
    handleNegotiate: (request, response) => endpoint.handleNegotiate(request, response),
    handleRequest: (request, response) => endpoint.handleRequest(request, response),
    handleUpgrade: (request, socket, head) => endpoint.handleUpgrade(request, socket, head),
    async start() {
      await router.start().catch((error: unknown) => {
        log({ level: "error", message: "backplane could not be started", error });
        throw error;
      });
    },
    async shutdown() {
      await manager.shutdown({ reason: "shutdown", allowReconnect: true });
      await router.stop();
    },
  };
}

type UntypedOptions = {
  readonly methods: Parameters<typeof registerMethods>[1];
  readonly authenticate?: Authenticate;
  readonly onConnected?: (call: HubCall) => void | Promise<void>;
  readonly onDisconnected?: (call: HubCall, error: Error | undefined) => void | Promise<void>;
};

function isSelected(
  connection: { connectionId: string | null; principal: Principal | null },
  selector: ConnectionSelector,
): boolean {
  if ("all" in selector) return true;
  if ("connectionId" in selector) return connection.connectionId === selector.connectionId;
  if ("sessionId" in selector) return connection.principal?.sessionId === selector.sessionId;
  return connection.principal?.userId === selector.userId;
}
