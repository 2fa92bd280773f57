import type { Config } from "#config";

/** How many connections each pool of a process may hold. */
export interface ConnectionShares {
  /** Requests. */
  web: number;
  /** Handlers of jobs. */
  jobs: number;
  /** The queue's own look-ups. */
  queue: number;
}

type Role = Config["role"];

/**
 * Beside the pools: where requests are answered the live hub listens on one, and one says whose they are (request-holder.ts);
 * where jobs run the queue listens on one, and the churn engine's process opens three while it is at work. Not counted, as it is
 * rare and short: renewing access to a connected account opens one for as long as the system is asked, in a process at most one
 * for each account (stored-access.ts).
 */
const besidePools = { web: 2, worker: 4, all: 6 } as const;
/** Two web and two worker processes leave a server of the usual 100 connections some for its superuser. */
export const USUAL_CONNECTIONS: Readonly<Record<Role, number>> = { all: 41, web: 21, worker: 24 };

/**
 * Shares the connections that a process of this role may hold among its pools. Never more than `most` in all; `most` is at
 * least LEAST_CONNECTIONS. A pool that is all taken makes its callers wait, it does not fail them at once.
 */
export function shareConnections(role: Role, most: number | null): ConnectionShares {
  const pooled = (most ?? USUAL_CONNECTIONS[role]) - besidePools[role];
  // Web processes hand jobs over inside their own transactions; they ask the queue for little else.
  if (role === "web") return { web: pooled - 3, jobs: 1, queue: 2 };
  const queue = Math.min(6, Math.max(2, Math.round(pooled / 6)));
  // A worker is asked for its health and nothing else.
  const web = role === "worker" ? 2 : Math.ceil((pooled - queue) * 0.55);
  return { web, jobs: pooled - queue - web, queue };
}
