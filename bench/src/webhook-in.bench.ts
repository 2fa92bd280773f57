import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { HttpTransportType, HubConnectionBuilder, LogLevel, type HubConnection } from "@microsoft/signalr";
import { peerClock, startStripe, type StripePeer } from "@forestay/provider-sandboxes";
import { Client } from "pg";
import { startBenchApp, type BenchApp, type BenchCompany } from "./bench-app.ts";
import type { BenchResult } from "./bench-result.ts";
import { quantile } from "./timing.ts";

const CHANGES = Number(process.env["BENCH_WEBHOOKS"] ?? 40);
const CUSTOMERS = 500;
const MOST_MS = 1000;

/**
 * From a change at the stand-in of Stripe, its signed call included, until a client of the hub has heard of it and reads the new
 * value by the API: verified, kept, answered, the record read anew there, written here, told. In the real app with its workers,
 * beside a bare NOTIFY between two connections.
 */
export async function run(): Promise<BenchResult[]> {
  const peer = await startStripe({
    clock: peerClock(new Date()),
    data: { customers: CUSTOMERS, invoices: CUSTOMERS },
  });
  process.env["STRIPE_API_BASE"] = peer.url;
  process.env["STRIPE_CALLS_PER_SECOND"] = "10000";
  const app = await startBenchApp();
  try {
    const company = await app.company();
    await connect(app, company, peer);
    const client = await listen(app, company);
    const timesMs = await changes(app, company, peer, client);
    await client.stop();
    const bareMs = await bareNotify(app);
    const p95 = quantile(timesMs, 0.95);
    const median = quantile(timesMs, 0.5);
    return [
      {
        measure: `a change there, until a client of the hub reads it here, 95th percentile of ${CHANGES}`,
        value: p95,
        unit: "ms",
        goal: `under ${MOST_MS}`,
        passed: p95 < MOST_MS,
      },
      { measure: "the same, median", value: median, unit: "ms" },
      { measure: "the same, longest", value: Math.max(...timesMs), unit: "ms" },
      {
        measure: "its median as a multiple of a bare NOTIFY between two connections",
        value: Math.round(median / bareMs),
        unit: "ratio",
      },
    ];
  } finally {
    await app.stop();
    await peer.close();
  }
}

async function connect(app: BenchApp, company: BenchCompany, peer: StripePeer): Promise<void> {
  const post = (path: string, body: object) =>
    app.call(company, `/api/integrations/stripe/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await post("connect", { credential: peer.keys.restricted });
  // The app's port is the benchmark's own, which it does not know as its public address.
  for (const listener of peer.webhooks.listeners.values())
    listener.url = app.url + new URL(listener.url).pathname;
  await post("sync", {});
  for (;;) {
    const { rows } = await app.admin.query<{ status: string; error: string | null }>(
      "select status, error from integration_runs",
    );
    if (rows[0]?.status === "failed") throw new Error(`The sync failed: ${rows[0].error}`);
    if (rows[0]?.status === "done") return;
    await wait(100);
  }
}

async function listen(app: BenchApp, { token }: BenchCompany): Promise<HubConnection> {
  const client = new HubConnectionBuilder()
    .configureLogging(LogLevel.None)
    .withUrl(`${app.url}/api/hubs/notifications`, {
      transport: HttpTransportType.WebSockets,
      accessTokenFactory: () => token,
    })
    .build();
  await client.start();
  await client.invoke("JoinUserGroup");
  return client;
}

/** Milliseconds of each change, one after the other. */
async function changes(
  app: BenchApp,
  company: BenchCompany,
  peer: StripePeer,
  client: HubConnection,
): Promise<number[]> {
  const { rows } = await app.admin.query<{ id: string; source_id: string }>(
    "select customer_id as id, source_id from customer_links where source = 'stripe' order by source_id limit $1",
    [CHANGES],
  );
  let news = Promise.withResolvers<void>();
  client.on("integration_changed", () => news.resolve());
  const timesMs: number[] = [];
  for (const [at, { id, source_id: sourceId }] of rows.entries()) {
    const name = `Renamed ${at}`;
    const startedAt = performance.now();
    news = Promise.withResolvers();
    peer.data.editCustomer(sourceId, { name });
    for (;;) {
      await news.promise;
      news = Promise.withResolvers();
      const { fullName } = await app.call<{ fullName: string }>(company, `/api/customers/${id}`);
      if (fullName === name) break;
    }
    timesMs.push(performance.now() - startedAt);
    await peer.webhooks.settled();
  }
  return timesMs;
}

/** Median milliseconds of a NOTIFY, from the statement to the other connection. */
async function bareNotify(app: BenchApp): Promise<number> {
  const client = new Client({ connectionString: app.connectionString });
  await client.connect();
  await client.query("listen bench_bare");
  const timesMs: number[] = [];
  for (let at = 0; at < 50; at += 1) {
    const heard = once(client, "notification");
    const startedAt = performance.now();
    await app.admin.query("notify bench_bare");
    await heard;
    timesMs.push(performance.now() - startedAt);
  }
  await client.end();
  return quantile(timesMs, 0.5);
}

if (import.meta.main) {
  console.table(await run());
  process.exit(0);
}
