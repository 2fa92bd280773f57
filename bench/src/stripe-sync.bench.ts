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

/**
 * The first sync of a Stripe account with its subscriptions and bills, by the running app with its workers, against the SDK
 * that reads the same pages and throws them away. No pace is kept on either side: the stand-in answers as fast as it can.
 */
export async function run(): Promise<BenchResult[]> {
  const script = fileURLToPath(new URL("./stripe-peer.ts", import.meta.url));
  const peer = fork(script, [String(CUSTOMERS), String(INVOICES)]);
  const [account] = (await once(peer, "message")) as [Account];
  process.env.STRIPE_API_BASE = account.url;
  process.env.STRIPE_CALLS_PER_SECOND = "10000";
  const app = await startBenchApp();
  try {
    const drainedMs = await drain(account);
    const company = await app.company();
    const { ms, mb, invoices } = await sync(app, company, account);
    const share = ms / drainedMs;
    return [
      {
        measure: `first sync of ${CUSTOMERS} customers and ${INVOICES} bills, as a share of reading them and throwing them away`,
        value: share,
        unit: "ratio",
        goal: `at most ${MOST_SHARE}`,
        passed: share <= MOST_SHARE,
      },
      { measure: "the same", value: ms / 1000, unit: "s" },
      { measure: "reading and throwing away", value: drainedMs / 1000, unit: "s" },
      {
        measure: "bills in the ledger",
        value: invoices,
        unit: "rows",
        goal: `${INVOICES}`,
        passed: invoices === INVOICES,
      },
      {
        measure: "memory of the server",
        value: mb,
        unit: "MB",
        goal: `under ${MOST_MB}`,
        passed: mb < MOST_MB,
      },
    ];
  } finally {
    peer.disconnect();
    await app.stop();
  }
}

/** Milliseconds to read every page that the sync reads, by the SDK alone. */
async function drain({ url, key }: Account): Promise<number> {
  const { hostname, port } = new URL(url);
  const stripe = new Stripe(key, { host: hostname, port: Number(port), protocol: "http", telemetry: false });
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
