import type { Clock } from "../clock.ts";
import type { HubProtocol } from "../protocol/hub-protocol.ts";
import type { HubCall } from "./hub-call.ts";
import type { HubConnection } from "./hub-connection.ts";
import type { HubMetrics } from "./metrics.ts";
import type { HubLimits, HubLog } from "./options.ts";
import type { RegisteredMethod } from "./registered-method.ts";

/** What a connection needs of its hub. */
export type HubRuntime = {
  readonly clock: Clock;
  readonly limits: HubLimits;
  readonly metrics: HubMetrics;
  readonly log: HubLog;
  readonly protocols: ReadonlyMap<string, HubProtocol>;
  readonly methods: ReadonlyMap<string, RegisteredMethod>;
  /** Makes the connection reachable; null when that needed no waiting. */
  register(connection: HubConnection): Promise<void> | null;
  /** Takes it out of its groups and everything else. */
  unregister(connection: HubConnection): void;
  addToGroup(connection: HubConnection, group: string): Promise<void>;
  removeFromGroup(connection: HubConnection, group: string): void;
  createCallClients(connection: HubConnection): unknown;
  onConnected(call: HubCall): void | Promise<void>;
  onDisconnected(call: HubCall, error: Error | undefined): void | Promise<void>;
};
