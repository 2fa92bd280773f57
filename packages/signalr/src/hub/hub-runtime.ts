import type { Clock } from "../clock.ts";
import type { HubProtocol } from "../protocol/hub-protocol.ts";
import type { HubCall } from "./hub-call.ts";
import type { HubMetrics } from "../metrics.ts";
import type { HubLimits, HubLog } from "../options.ts";
import type { RegisteredMethod } from "./registered-method.ts";

/** What a connection needs of its hub; `Connection` is the hub's class of it, which stands above. */
export type HubRuntime<Connection> = {
  readonly clock: Clock;
  readonly limits: HubLimits;
  readonly metrics: HubMetrics;
  readonly log: HubLog;
  readonly protocols: ReadonlyMap<string, HubProtocol>;
  readonly methods: ReadonlyMap<string, RegisteredMethod>;
  /** Makes the connection reachable; null when that needed no waiting. */
  register(connection: Connection): Promise<void> | null;
  /** Takes it out of its groups and everything else. */
  unregister(connection: Connection): void;
  addToGroup(connection: Connection, group: string): Promise<void>;
  removeFromGroup(connection: Connection, group: string): void;
  createCallClients(connection: Connection): unknown;
  onConnected(call: HubCall): void | Promise<void>;
  onDisconnected(call: HubCall, error: Error | undefined): void | Promise<void>;
};
