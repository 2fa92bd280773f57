import { describe, expect, it } from "vitest";
import { clockSkewMs, describeSkew } from "../api/clock-skew.ts";
import { describeFailure } from "./use-checks.ts";
import { systemFacts } from "./system-facts.ts";
import { diagnosticsReport, formatLatency } from "./report.ts";

describe("clock skew", () => {
  it("takes the server's time as written halfway through the round trip", () => {
    const serverTime = new Date(10_000).toISOString();
    expect(clockSkewMs({ sentAt: 9000, receivedAt: 9400, serverTime })).toBe(800);
  });

  it.each([
    [400, true, "This device is in step with the server"],
    [-3000, true, "This device is 3 s ahead of the server"],
    [42_000, false, "This device is 42 s behind the server"],
    [-600_000, false, "This device is 10 min ahead of the server"],
  ])("%d ms is told as seen from this device", (skewMs, ok, text) => {
    expect(describeSkew(skewMs)).toEqual({ ok, text });
  });
});

it("writes latencies at the length they need", () => {
  expect([0.43, 12.2, 1320].map(formatLatency)).toEqual(["0.4 ms", "12 ms", "1.3 s"]);
});

it("says what a transport needs where several processes answer", () => {
  const notFound = new Error("Not Found: Status code '404'");
  expect(describeFailure("LongPolling", notFound)).toContain("a balancer that keeps a client on its process");
  expect(describeFailure("LongPolling", new Error("Offline"))).toBe("Offline");
});

it("says of a connected system what fails, waits and differs, and for how long", () => {
  const system = {
    company: "Acme",
    provider: "Stripe",
    isSandbox: false,
    status: "Connected" as const,
    lastSyncAt: "2026-11-20T10:00:00.000Z",
    lastError: null,
    failedRecords: 0,
    waiting: 0,
    waitingSince: null,
    credentialSince: "2026-11-18T12:00:00.000Z",
    isCompared: true,
    compared: null,
  };
  const at = "2026-11-20T12:00:00.000Z";
  expect(systemFacts(system, at)).toEqual([
    "no failed records",
    "no news waits",
    "not compared yet",
    "credential 2 days old",
  ]);
  // Of a CRM nothing is held against the ledger.
  expect(systemFacts({ ...system, isCompared: false }, at)).not.toContain("not compared yet");
  const troubled = {
    ...system,
    failedRecords: 1,
    waiting: 2,
    waitingSince: "2026-11-20T11:40:00.000Z",
    compared: { at: "2026-11-20T07:00:00.000Z", looked: 310, missing: 1, differing: 3 },
  };
  expect(systemFacts(troubled, at)).toEqual([
    "1 failed record",
    "2 changes waiting, the oldest for 20 min",
    "310 records compared 5 h ago: 1 missing, 3 differing, since taken in",
    "credential 2 days old",
  ]);
});

describe("the report", () => {
  it("holds state, checks and log, and no secret that a check or an error may quote", () => {
    const report = diagnosticsReport({
      live: {
        state: "Reconnecting",
        transport: "WebSockets",
        connectedAt: undefined,
        lastPingAt: 0,
        retries: 2,
        lastError: "wss://host/api/hubs/notifications?id=c0ffee&access_token=abc.def failed",
        log: [{ id: 1, at: 0, text: "Reconnect 2 in 2 s" }],
      },
      checks: [
        { name: "Database", outcome: "works", latencyMs: 0.4, detail: "Answers" },
        {
          name: "Mail",
          outcome: "fails",
          latencyMs: null,
          detail: "refused Bearer eyJhbGciOi.eyJzdWIi.c2ln",
        },
      ],
      server: undefined,
      userAgent: "Browser/1",
      now: new Date(0),
    });
    expect(report).toContain("State: Reconnecting");
    expect(report).toContain("Database | works | 0.4 ms | Answers");
    expect(report).toContain("1970-01-01T00:00:00.000Z Reconnect 2 in 2 s");
    expect(report).not.toMatch(/c0ffee|abc\.def|eyJ/);
  });
});
