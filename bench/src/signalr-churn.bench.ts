import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { attachHubs, createHub } from "@forestay/signalr";
import { HttpTransportType, HubConnectionBuilder, LogLevel, type HubConnection } from "@microsoft/signalr";
import type { BenchResult } from "./bench-result.ts";
import { anything } from "./signalr-peers.ts";
import { startLoad } from "./signalr-load.ts";

/** Cut without a word, as by a lost network. */
const CUT_CLIENTS = 1_700;
/** Official clients over all transports that join a group, call, and stop properly. */
const PROPER_CLIENTS = 300;
const WARM_UP_WAVES = 3;
const DURATION_MS = 5 * 60_000;
const MOST_GROWTH = 0.05;
/** Longer than the hub keeps a connection nobody polls. */
const REAPED_WITHIN_MS = 20_000;

type ServerReport = { heapBytes: number; connections: number };

/** 2,000 connections come and go for five minutes: heap with nobody connected, before and after. */
export async function run(durationMs: number = DURATION_MS): Promise<BenchResult[]> {
  const server = fork(import.meta.filename, ["serve"], { execArgv: ["--expose-gc"] });
  const [port] = (await once(server, "message")) as [number];
  const measure = async (): Promise<ServerReport> => {
    server.send("measure");
    const [report] = (await once(server, "message")) as [ServerReport];
    return report;
  };
  const load = startLoad();
  const wave = async () => {
    const proper = startProperClients(port);
    await load.connect(port, CUT_CLIENTS, true);
    const clients = await proper;
    await Promise.all([load.disconnect(), ...clients.map((client) => client.stop())]);
  };

  for (let index = 0; index < WARM_UP_WAVES; index += 1) await wave();
  const before = await measure();
  const started = performance.now();
  let connections = 0;
  while (performance.now() - started < durationMs) {
    await wave();
    connections += CUT_CLIENTS + PROPER_CLIENTS;
  }
  const after = await measure();
  load.end();
  server.kill();

  const growth = after.heapBytes / before.heapBytes - 1;
  return [
    {
      measure: `heap growth after ${CUT_CLIENTS + PROPER_CLIENTS} connections at a time came and went for ${Math.round(durationMs / 1_000)} s`,
      value: Math.round(growth * 10_000) / 10_000,
      unit: "ratio",
      goal: `at most ${MOST_GROWTH}`,
      passed: growth <= MOST_GROWTH && after.connections === 0,
    },
    { measure: "connections that came and went", value: connections, unit: "connections" },
    { measure: "heap before", value: Math.round(before.heapBytes / 1_024), unit: "KB" },
    { measure: "heap after", value: Math.round(after.heapBytes / 1_024), unit: "KB" },
  ];
}

async function startProperClients(port: number): Promise<HubConnection[]> {
  const transports = [
    HttpTransportType.WebSockets,
    HttpTransportType.ServerSentEvents,
    HttpTransportType.LongPolling,
  ];
  const clients: HubConnection[] = [];
  while (clients.length < PROPER_CLIENTS) {
    const group = transports.map((transport) =>
      new HubConnectionBuilder()
        .configureLogging(LogLevel.None)
        .withUrl(`http://127.0.0.1:${port}/hub`, { transport })
        .build(),
    );
    await Promise.all(
      group.map(async (client, index) => {
        await client.start();
        await client.invoke("Join", `group ${clients.length + index}`);
      }),
    );
    clients.push(...group);
  }
  return clients;
}

async function serve(): Promise<void> {
  const hub = createHub({
    path: "/hub",
    contract: { methods: { Join: { args: [anything] } }, events: {} },
    methods: { Join: (call, group) => call.groups.add(String(group)) },
  });
  const server = createServer();
  attachHubs(server, [hub]);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  process.on("message", () => void report());
  process.send?.((server.address() as AddressInfo).port);

  const count = () => {
    const { connections, pendingConnections } = hub.stats();
    return Object.values(connections).reduce((sum, value) => sum + value, pendingConnections);
  };

  async function report(): Promise<void> {
    const until = performance.now() + REAPED_WITHIN_MS;
    while (count() > 0 && performance.now() < until) await pause(100);
    server.closeIdleConnections();
    for (let round = 0; round < 5; round += 1) {
      globalThis.gc?.();
      await pause(100);
    }
    const { heapUsed, external } = process.memoryUsage();
    process.send?.({ heapBytes: heapUsed + external, connections: count() });
  }
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}

if (process.argv[2] === "serve") {
  await serve();
} else if (import.meta.main) {
  // Seconds may be given: `node bench/src/signalr-churn.bench.ts 30`.
  const seconds = Number(process.argv[2] ?? DURATION_MS / 1_000);
  console.table(await run(seconds * 1_000));
  process.exit(0);
}
