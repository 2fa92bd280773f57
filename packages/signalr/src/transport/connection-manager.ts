import { randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";
import type { HubMetrics } from "../metrics.ts";
import type { HubLimits, HubLog } from "../options.ts";
import type { Link, LinkEnd, LinkHandler, Principal, TransportName } from "./link.ts";
import { LogicalConnection } from "./logical-connection.ts";
import type { NegotiationTickets } from "./negotiation-tickets.ts";

const HEARTBEAT_MS = 1_000;
/** Longer than any `authenticate` should take. */
const REMEMBER_CLOSES_MS = 60_000;
/** 128 random bits: neither id can be guessed. */
const ID_BYTES = 16;

/** Picks connections by who they are. */
export type ConnectionTest = (connection: {
  readonly connectionId: string | null;
  readonly principal: Principal | null;
}) => boolean;

export type ConnectionManagerOptions = {
  readonly clock: Clock;
  readonly limits: HubLimits;
  readonly metrics: HubMetrics;
  readonly log: HubLog;
  /** Makes the hub's side of a connection whose transport has just started. */
  readonly openHub: (link: Link) => LinkHandler;
  /** Makes connection tokens that other processes understand; null = tokens are random, and known here only. */
  readonly tickets: NegotiationTickets | null;
};

/** Owns all connections of one hub in one process: ids, the heartbeat that every time-out hangs on, and shutdown. */
export class ConnectionManager {
  readonly clock: Clock;
  readonly limits: HubLimits;
  readonly metrics: HubMetrics;
  readonly log: HubLog;
  readonly openHub: (link: Link) => LinkHandler;
  readonly #tickets: NegotiationTickets | null;
  readonly #byToken = new Map<string, LogicalConnection>();
  #closes: { test: ConnectionTest; atMs: number }[] = [];
  #pendingCount = 0;
  #stopHeartbeat: (() => void) | null = null;
  #isShuttingDown = false;
  #whenEmpty: (() => void)[] = [];

  constructor(options: ConnectionManagerOptions) {
    this.clock = options.clock;
    this.limits = options.limits;
    this.metrics = options.metrics;
    this.log = options.log;
    this.openHub = options.openHub;
    this.#tickets = options.tickets;
  }

  get isShuttingDown(): boolean {
    return this.#isShuttingDown;
  }

  get count(): number {
    return this.#byToken.size;
  }

  get pendingCount(): number {
    return this.#pendingCount;
  }

  connections(): IterableIterator<LogicalConnection> {
    return this.#byToken.values();
  }

  /** False when full or shutting down: the caller answers 503. A negotiated connection must fit among the pending too. */
  hasRoom(isNegotiation: boolean): boolean {
    if (this.#isShuttingDown || this.#byToken.size >= this.limits.maxConnections) return false;
    return !isNegotiation || this.#pendingCount < this.limits.maxPendingConnections;
  }

  create(principal: Principal | null, hasSecretToken: boolean): LogicalConnection {
    const connectionId = randomId();
    if (!hasSecretToken) return this.#add(connectionId, connectionId, principal);
    const token = this.#tickets?.issue(connectionId, principal) ?? randomId();
    return this.#add(connectionId, token, principal);
  }

  /** The connection of a token that another process of the hub gave to this user; null when it did not. */
  adopt(token: string, principal: Principal | null): LogicalConnection | null {
    const connectionId = this.#tickets?.read(token, principal) ?? null;
    return connectionId === null ? null : this.#add(connectionId, token, principal);
  }

  #add(connectionId: string, token: string, principal: Principal | null): LogicalConnection {
    const connection = new LogicalConnection(this, connectionId, token, principal);
    this.#byToken.set(token, connection);
    this.#pendingCount += 1;
    this.#stopHeartbeat ??= this.clock.every(HEARTBEAT_MS, () => this.#heartbeat());
    return connection;
  }

  find(token: string): LogicalConnection | undefined {
    return this.#byToken.get(token);
  }

  opened(transport: TransportName): void {
    this.#pendingCount -= 1;
    this.metrics.openedByTransport[transport] += 1;
  }

  removed(connection: LogicalConnection): void {
    if (!this.#byToken.delete(connection.token)) return;
    if (connection.transport === null) this.#pendingCount -= 1;
    if (this.#byToken.size > 0) return;
    this.#stopHeartbeat?.();
    this.#stopHeartbeat = null;
    for (const resolve of this.#whenEmpty.splice(0)) resolve();
  }

  /** Ends every connection the test picks, those included that are being authenticated right now. Returns how many. */
  closeWhere(test: ConnectionTest, end: LinkEnd): number {
    const atMs = this.clock.nowMs();
    this.#closes = this.#closes.filter((close) => atMs - close.atMs < REMEMBER_CLOSES_MS);
    this.#closes.push({ test, atMs });
    return this.#shutWhere(test, end);
  }

  /**
   * True when connections of this principal were closed since then: what `authenticate` found may have been read before
   * the session was revoked, and answered after.
   */
  hasClosedSince(sinceMs: number, principal: Principal): boolean {
    return this.#closes.some(({ test, atMs }) => atMs > sinceMs && test({ connectionId: null, principal }));
  }

  #shutWhere(test: ConnectionTest, end: LinkEnd): number {
    let count = 0;
    for (const connection of this.#byToken.values()) {
      if (connection.state === "closed" || connection.state === "closing" || !test(connection)) continue;
      connection.shut(end);
      count += 1;
    }
    return count;
  }

  /**
   * Refuses new connections, says goodbye to all, and resolves when the last transport has ended: at the latest after
   * the close time-out, when what is left is cut.
   */
  async shutdown(end: LinkEnd): Promise<void> {
    this.#isShuttingDown = true;
    this.#shutWhere(() => true, end);
    if (this.#byToken.size === 0) return;
    await new Promise<void>((resolve) => this.#whenEmpty.push(resolve));
  }

  #heartbeat(): void {
    const nowMs = this.clock.nowMs();
    for (const connection of this.#byToken.values()) {
      try {
        connection.tick(nowMs);
      } catch (error) {
        this.log({
          level: "error",
          message: "heartbeat failed",
          connectionId: connection.connectionId,
          error,
        });
      }
    }
  }
}

function randomId(): string {
  return randomBytes(ID_BYTES).toString("base64url");
}
