import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { HttpTransportType, HubConnectionBuilder, LogLevel } from "@microsoft/signalr";
import {
  attachHubs,
  createHub,
  createPostgresBackplane,
  outboxStatement,
  outboxTableSql,
} from "@forestay/signalr";
import { startThrowawayPostgres } from "@forestay/signalr/testing/postgres";
import { Client, Pool } from "pg";
import type { BenchResult } from "./bench-result.ts";
import { anything } from "./signalr-peers.ts";

const EVENTS = 500;
const WARM_UP_EVENTS = 50;
const MOST_MEDIAN_MS = 25;

/** Time from sending COMMIT in one connection to the callback in the official client, over the Postgres backplane. */
export async function run(): Promise<BenchResult[]> {
  const postgres = await startThrowawayPostgres();
  if (!postgres) return [];
  const pool = new Pool({ ...postgres.connection, max: 2 });
  await pool.query(outboxTableSql());
  const hub = createHub({
    path: "/hub",
    contract: { methods: { Join: { args: [] } }, events: { changed: [anything] } },
    methods: { Join: (call) => call.groups.add("company:1") },
    backplane: createPostgresBackplane({
      pool,
      async connect() {
        const client = new Client(postgres.connection);
        await client.connect();
        return client;
      },
    }),
  });
  const server = createServer();
  const detach = attachHubs(server, [hub]);
  await hub.start();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const client = new HubConnectionBuilder()
    .configureLogging(LogLevel.None)
    .withUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hub`, {
      transport: HttpTransportType.WebSockets,
    })
    .build();
  let arrived: () => void = () => undefined;
  client.on("changed", () => arrived());
  await client.start();
  await client.invoke("Join");

  const writer = await pool.connect();
  const timesMs: number[] = [];
  for (let index = -WARM_UP_EVENTS; index < EVENTS; index += 1) {
    const sealed = hub.sealEvent({ scope: "groups", names: ["company:1"] }, "changed", { index });
    const { text, values } = outboxStatement(sealed);
    await writer.query("begin");
    await writer.query(text, [...values]);
    const callback = new Promise<void>((resolve) => (arrived = resolve));
    const committed = performance.now();
    const commit = writer.query("commit");
    await callback;
    if (index >= 0) timesMs.push(performance.now() - committed);
    await commit;
  }
  writer.release();
  await client.stop();
  await detach();
  server.close();
  await pool.end();
  await postgres.stop();

  timesMs.sort((a, b) => a - b);
  const medianMs = timesMs[Math.floor(timesMs.length / 2)] ?? Number.NaN;
  return [
    {
      measure: "event from commit in Postgres to the client's callback, median",
      value: Math.round(medianMs * 100) / 100,
      unit: "ms",
      goal: `under ${MOST_MEDIAN_MS}`,
      passed: medianMs < MOST_MEDIAN_MS,
    },
    {
      measure: "the same, 99th percentile",
      value: Math.round((timesMs[Math.floor(timesMs.length * 0.99)] ?? 0) * 100) / 100,
      unit: "ms",
    },
  ];
}

if (import.meta.main) {
  console.table(await run());
  process.exit(0);
}
