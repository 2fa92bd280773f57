import type { ConnectionManager } from "../transport/connection-manager.ts";
import type { TransportName } from "../transport/link.ts";
import type { Membership } from "./membership.ts";
import type { DropReason, HubMetrics } from "../metrics.ts";

/** A hub in one process at one moment. */
export type HubStats = {
  readonly connections: Readonly<Record<TransportName, number>>;
  /** Negotiated, not connected yet. */
  readonly pendingConnections: number;
  readonly groups: number;
  /** Unsent bytes of all connections together. */
  readonly bufferedBytes: number;
  readonly openedTotal: Readonly<Record<TransportName, number>>;
  readonly dropsTotal: Readonly<Partial<Record<DropReason, number>>>;
  readonly invocationsTotal: number;
  readonly failedInvocationsTotal: number;
  readonly invocationMeanMs: number;
  readonly invocationMaxMs: number;
  readonly messagesSentTotal: number;
  readonly messagesReceivedTotal: number;
  readonly backplaneReceivedTotal: number;
  readonly backplaneFailuresTotal: number;
  /** From a sender's publish to the arrival here; the clocks of two machines may differ. */
  readonly backplaneMeanLagMs: number;
};

/** Reads the counters; walks all connections once. */
export function collectStats(
  manager: ConnectionManager,
  membership: Membership,
  metrics: HubMetrics,
): HubStats {
  const connections: Record<TransportName, number> = { webSockets: 0, serverSentEvents: 0, longPolling: 0 };
  let bufferedBytes = 0;
  for (const connection of manager.connections()) {
    if (connection.transport !== null) connections[connection.transport] += 1;
    bufferedBytes += connection.bufferedBytes;
  }
  return {
    connections,
    pendingConnections: manager.pendingCount,
    groups: membership.groupCount,
    bufferedBytes,
    openedTotal: { ...metrics.openedByTransport },
    dropsTotal: { ...metrics.dropsByReason },
    invocationsTotal: metrics.invocations,
    failedInvocationsTotal: metrics.failedInvocations,
    invocationMeanMs: mean(metrics.invocationTotalMs, metrics.invocations),
    invocationMaxMs: metrics.invocationMaxMs,
    messagesSentTotal: metrics.messagesSent,
    messagesReceivedTotal: metrics.messagesReceived,
    backplaneReceivedTotal: metrics.backplaneReceived,
    backplaneFailuresTotal: metrics.backplaneFailures,
    backplaneMeanLagMs: mean(metrics.backplaneLagTotalMs, metrics.backplaneReceived),
  };
}

function mean(total: number, count: number): number {
  return count === 0 ? 0 : total / count;
}
