import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Stripe } from "stripe";
import { startBenchApp, type BenchApp, type BenchCompany } from "./bench-app.ts";
import type { BenchResult } from "./bench-result.ts";

const CUSTOMERS = Number(process.env.BENCH_STRIPE_CUSTOMERS ?? 100_000);
const INVOICES = Number(process.env.BENCH_STRIPE_INVOICES ?? 1_000_000);
const MOST_SHARE = 1.25;
const MOST_MB = 512;

interface Account {
  url: string;
  key: string;
}

/** What Stripe allows of one endpoint in live mode, and a list is read from one: docs.stripe.com/rate-limits. */
const STRIPE_CALLS_PER_SECOND = 25;
/** What the app takes of them by itself; the rest is for the company's own systems. */
const OWN_CALLS_PER_SECOND = 22;
/** As fast as the stand-in answers. */
const UNPACED = 10_000;

/**
 * The first sync of a Stripe account with its subscriptions and bills, by the running app with its workers, against the SDK
 * that reads the same pages of the same stand-in and throws them away. Twice: at the pace that Stripe keeps, the app at its
 * own, which is what a company waits for; and both as fast as the stand-in answers, which is what the code itself costs.
 */
export async function run(): Promise<BenchResult[]> {
  const script = fileURLToPath(new URL("./stripe-peer.ts", import.meta.url));
  const peer = fork(script, [String(CUSTOMERS), String(INVOICES)]);
  const [account] = (await once(peer, "message")) as [Account];
  process.env.STRIPE_API_BASE = account.url;
  try {
    const unpaced = await measure(account, UNPACED, UNPACED);
    const paced = await measure(account, STRIPE_CALLS_PER_SECOND, OWN_CALLS_PER_SECOND);
    const share = paced.syncedMs / paced.drainedMs;
    const invoices = Math.min(paced.invoices, unpaced.invoices);
    return [
      {
        measure: `first sync of ${CUSTOMERS} customers and ${INVOICES} bills at ${OWN_CALLS_PER_SECOND} calls a second, as a share of reading them at the ${STRIPE_CALLS_PER_SECOND} that are allowed and throwing them away`,
        value: share,
        unit: "ratio",
        goal: `at most ${MOST_SHARE}`,
        passed: share <= MOST_SHARE,
      },
      { measure: "the same", value: paced.syncedMs / 1000, unit: "s" },
      { measure: "reading and throwing away", value: paced.drainedMs / 1000, unit: "s" },
      {
        measure: "without a pace: first sync, as a share of reading and throwing away",
        value: unpaced.syncedMs / unpaced.drainedMs,
        unit: "ratio",
      },
      { measure: "without a pace: first sync", value: unpaced.syncedMs / 1000, unit: "s" },
      {
        measure: "without a pace: reading and throwing away",
        value: unpaced.drainedMs / 1000,
        unit: "s",
      },
      {
        measure: "without a pace: customers and bills that a second takes in",
        value: (CUSTOMERS + INVOICES) / (unpaced.syncedMs / 1000),
        unit: "rows/s",
      },
      {
        measure: "bills in the ledger, after either",
        value: invoices,
        unit: "rows",
        goal: `${INVOICES}`,
        passed: invoices === INVOICES,
      },
      {
        measure: "memory of the server",
        value: paced.mb,
        unit: "MB",
        goal: `under ${MOST_MB}`,
        passed: paced.mb < MOST_MB,
      },
      {
        measure: "without a pace: memory of the server",
        value: unpaced.mb,
        unit: "MB",
        goal: `under ${MOST_MB}`,
        passed: unpaced.mb < MOST_MB,
      },
    ];
  } finally {
    peer.disconnect();
  }
}

interface Measured {
  drainedMs: number;
  syncedMs: number;
  mb: number;
  invoices: number;
}

/** Reads the account once by the SDK, at so many calls a second, and once by an app of its own, at so many. */
async function measure(account: Account, bare: number, own: number): Promise<Measured> {
  const drainedMs = await drain(account, bare);
  process.env.STRIPE_CALLS_PER_SECOND = String(own);
  const app = await startBenchApp();
  try {
    const { ms: syncedMs, mb, invoices } = await sync(app, await app.company(), account);
    return { drainedMs, syncedMs, mb, invoices };
  } finally {
    await app.stop();
  }
}

/** Milliseconds to read every page that the sync reads, by the SDK alone. */
async function drain({ url, key }: Account, callsPerSecond: number): Promise<number> {
  const { hostname, port } = new URL(url);
  const stripe = new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: "http",
    telemetry: false,
    ...(callsPerSecond !== UNPACED && { httpClient: pacedClient(callsPerSecond) }),
  });
  const startedAt = performance.now();
  const limit = 100;
  for await (const _ of stripe.customers.list({ limit }));
  for await (const _ of stripe.invoices.list({
    limit,
    expand: ["data.payments", "data.discounts.source.coupon"],
  }));
  for await (const _ of stripe.subscriptions.list({
    limit,
    status: "all",
    expand: ["data.discounts.source.coupon"],
  }));
  for await (const _ of stripe.charges.list({ limit }));
  return performance.now() - startedAt;
}

/** The SDK's own transport, by which at most so many calls begin in a second; none is made up for that was not begun. */
function pacedClient(callsPerSecond: number): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  const makeRequest = client.makeRequest.bind(client);
  let nextAt = 0;
  client.makeRequest = async (...call) => {
    const now = performance.now();
    const startsAt = Math.max(now, nextAt);
    nextAt = startsAt + 1000 / callsPerSecond;
    if (startsAt > now) await wait(startsAt - now);
    return makeRequest(...call);
  };
  return client;
}

interface State {
  status: string;
  connection: { lastError: string | null; run: unknown } | null;
}

async function sync(
  app: BenchApp,
  company: BenchCompany,
  { key }: Account,
): Promise<{ ms: number; mb: number; invoices: number }> {
  const json = { "content-type": "application/json" };
  const post = (path: string, body: object) =>
    app.call<State>(company, `/api/integrations/stripe/${path}`, {
      method: "POST",
      headers: json,
      body: JSON.stringify(body),
    });
  await post("connect", { credential: key });
  const startedAt = performance.now();
  await post("sync", {});
  let mb = 0;
  for (;;) {
    await wait(250);
    mb = Math.max(mb, await app.residentMb());
    const { rows } = await app.admin.query<{ status: string; error: string | null }>(
      "select status, error from integration_runs order by id desc limit 1",
    );
    if (rows[0]?.status === "failed") throw new Error(`The sync failed: ${rows[0].error}`);
    if (rows[0]?.status === "done") break;
  }
  const ms = performance.now() - startedAt;
  const { rows } = await app.admin.query<{ n: string }>("select count(*) as n from invoices");
  return { ms, mb, invoices: Number(rows[0]?.n) };
}
