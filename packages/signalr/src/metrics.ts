import type { TransportName } from "./options.ts";

/** Why the server ended a connection that the client had not asked to end. */
export type DropReason =
  | "slow"
  | "stalled"
  | "clientTimeout"
  | "handshake"
  | "protocol"
  | "abandoned"
  | "refused"
  | "closedByHost";

/** Counters of one hub in one process; read with `hub.stats()`. */
export class HubMetrics {
  readonly openedByTransport: Record<TransportName, number> = {
    webSockets: 0,
    serverSentEvents: 0,
    longPolling: 0,
  };
  readonly dropsByReason: Partial<Record<DropReason, number>> = {};
  invocations = 0;
  failedInvocations = 0;
  invocationTotalMs = 0;
  invocationMaxMs = 0;
  messagesSent = 0;
  messagesReceived = 0;
  backplaneReceived = 0;
  backplaneFailures = 0;
  backplaneLagTotalMs = 0;

  countDrop(reason: DropReason): void {
    this.dropsByReason[reason] = (this.dropsByReason[reason] ?? 0) + 1;
  }

  countInvocation(durationMs: number, failed: boolean): void {
    this.invocations += 1;
    if (failed) this.failedInvocations += 1;
    this.invocationTotalMs += durationMs;
    if (durationMs > this.invocationMaxMs) this.invocationMaxMs = durationMs;
  }
}
