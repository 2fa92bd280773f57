import { expect, it } from "vitest";
import { LEAST_CONNECTIONS } from "#config";
import { shareConnections, USUAL_CONNECTIONS, type ConnectionShares } from "./share-connections.ts";

const pooled = ({ web, jobs, queue }: ConnectionShares) => web + jobs + queue;

it("a process never holds more connections than it may, and none of its pools is left without", () => {
  for (const role of ["all", "web", "worker"] as const) {
    for (let most = LEAST_CONNECTIONS; most <= 200; most++) {
      const shares = shareConnections(role, most);
      // The live hub's and the request holder's where requests are answered; the queue's and the engine's three where
      // jobs run.
      expect(pooled(shares) + { web: 2, worker: 4, all: 6 }[role]).toBe(most);
      expect(Math.min(shares.web, shares.jobs, shares.queue)).toBeGreaterThan(0);
    }
  }
});

it("two web and two worker processes fit a server of 100 connections, of which it keeps three", () => {
  expect(2 * USUAL_CONNECTIONS.web + 2 * USUAL_CONNECTIONS.worker).toBeLessThanOrEqual(97);
  expect(shareConnections("web", null)).toEqual({ web: 16, jobs: 1, queue: 2 });
  expect(shareConnections("all", null)).toEqual({ web: 16, jobs: 13, queue: 6 });
});
