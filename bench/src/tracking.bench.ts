import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startBenchApp, type BenchApp, type BenchCompany } from "./bench-app.ts";
import type { BenchResult } from "./bench-result.ts";
import { seedCustomers } from "./seed-customers.ts";
import { quantile } from "./timing.ts";

const CUSTOMERS = 10_000;
/** As Segment's library for Node sends unless told otherwise. */
const EVENTS_PER_CALL = 15;
const EVENTS_PER_SECOND = 2000;
const SUSTAINED_SECONDS = 30;
const MOST_ANSWER_MS = 100;
const SENDERS = 16;
/** Longer than until the jobs begin to take in what came. */
const ROUND_SECONDS = 8;
const ROUNDS = 3;
const LEAST_RATIO = 0.5;

interface Target {
  url: string;
  headers: Record<string, string>;
}

/**
 * The tracking API in a running app, its jobs at work beside it: answers at 2,000 events a second over half a minute, and until all
 * of it is in the ledger; then as many as 16 senders get answered, against one bare Fastify route that checks and copies the same events.
 */
export async function run(): Promise<BenchResult[]> {
  const app = await startBenchApp();
  await app.admin.query(
    `create table bare_inbox (id uuid primary key default uuidv7(), received_at timestamptz not null, message text not null,
       user_id text not null, event text not null, occurred_at timestamptz not null, properties jsonb);
     grant all on bare_inbox to public`,
  );
  const peer = fork(fileURLToPath(new URL("./tracking-peer.ts", import.meta.url)), [app.connectionString]);
  try {
    const [peerUrl] = (await once(peer, "message")) as [string];
    const company = await app.company();
    await seedCustomers(app, company.companyId, CUSTOMERS);
    const own = { url: `${app.url}/v1/batch`, headers: await keyOf(app, company) };
    const bare = { url: `${peerUrl}/v1/batch`, headers: {} };
    await flood(own, 1);
    await flood(bare, 1);
    const alone = await stream(bare, ROUND_SECONDS * 2);
    const sustained = await sustain(app, own);
    const rates: { own: number; bare: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await emptied(app);
      const ofBare = await flood(bare, ROUND_SECONDS);
      rates.push({ bare: ofBare, own: await flood(own, ROUND_SECONDS) });
    }
    const middle = (values: number[]) => quantile(values, 0.5);
    const ratio = middle(rates.map((round) => round.own / round.bare));
    return [
      ...sustained,
      {
        measure: "the bare route at this rate, 99th percentile",
        value: quantile(alone.times, 0.99),
        unit: "ms",
      },
      {
        measure: `events answered, ${SENDERS} senders at once, as a share of a bare Fastify route that checks and copies them`,
        value: ratio,
        unit: "ratio",
        goal: `at least ${LEAST_RATIO}`,
        passed: ratio >= LEAST_RATIO,
      },
      { measure: "the same", value: middle(rates.map((round) => round.own)), unit: "events/s" },
      { measure: "the bare route", value: middle(rates.map((round) => round.bare)), unit: "events/s" },
    ];
  } finally {
    peer.disconnect();
    await app.stop();
  }
}

async function keyOf(app: BenchApp, company: BenchCompany): Promise<Record<string, string>> {
  const { key } = await app.call<{ key: string }>(company, "/api/company/tracking/keys", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Bench" }),
  });
  return { authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` };
}

let sent = 0;
const types = ["Login", "Report viewed", "Export", "Invite sent", "Ticket opened", "Search"];

/** A batch as Segment's library writes it, each event with an id, a moment, properties and a context of its own. */
function batch(): string {
  const timestamp = new Date().toISOString();
  const events = Array.from({ length: EVENTS_PER_CALL }, () => {
    const n = ++sent;
    return {
      type: "track",
      messageId: `node-next-${n}-${process.pid}`,
      userId: `C-${String(1 + ((Math.imul(n, 2_654_435_761) >>> 0) % CUSTOMERS)).padStart(7, "0")}`,
      event: types[n % types.length],
      timestamp,
      properties: { value: n % 60, path: `/projects/${n % 997}`, isTrial: n % 9 === 0 },
      context: { library: { name: "@segment/analytics-node", version: "3.1.0" } },
      integrations: {},
    };
  });
  return JSON.stringify({ batch: events, sentAt: timestamp });
}

/** Sends one batch; milliseconds to the end of its answer. */
async function send({ url, headers }: Target): Promise<number> {
  const body = batch();
  const startedAt = performance.now();
  const answer = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`);
  return performance.now() - startedAt;
}

/** A steady stream, then until the ledger has all of it. */
async function sustain(app: BenchApp, target: Target): Promise<BenchResult[]> {
  const count = async () =>
    Number((await app.admin.query<{ count: string }>("select count(*) from events")).rows[0]?.count ?? 0);
  await emptied(app);
  const before = await count();
  const { times, events, seconds } = await stream(target, SUSTAINED_SECONDS);
  const answeredAt = performance.now();
  await emptied(app);
  const takenInAt = performance.now();
  const written = (await count()) - before;
  if (written !== events) throw new Error(`${written} of ${events} events are in the ledger`);
  const p99 = quantile(times, 0.99);
  const rate = events / seconds;
  return [
    {
      measure: `events a second over ${SUSTAINED_SECONDS} s, ${EVENTS_PER_CALL} a call`,
      value: rate,
      unit: "events/s",
      goal: `at least ${EVENTS_PER_SECOND}`,
      // The last calls of a steady stream are answered a moment after its end.
      passed: rate >= EVENTS_PER_SECOND * 0.99,
    },
    {
      measure: "time to the answer, 99th percentile",
      value: p99,
      unit: "ms",
      goal: `below ${MOST_ANSWER_MS}`,
      passed: p99 < MOST_ANSWER_MS,
    },
    { measure: "the same, median", value: quantile(times, 0.5), unit: "ms" },
    {
      measure: "from the last answer until all is in the ledger",
      value: (takenInAt - answeredAt) / 1000,
      unit: "s",
    },
  ];
}

/** Each batch at its moment, whether or not the last was answered; milliseconds to each answer. */
async function stream(
  target: Target,
  seconds: number,
): Promise<{ times: number[]; events: number; seconds: number }> {
  const calls = Math.round((EVENTS_PER_SECOND * seconds) / EVENTS_PER_CALL);
  const startedAt = performance.now();
  const answers: Promise<number>[] = [];
  for (let call = 0; call < calls; call++) {
    const late = startedAt + (call * EVENTS_PER_CALL * 1000) / EVENTS_PER_SECOND - performance.now();
    if (late > 0) await wait(late);
    answers.push(send(target));
  }
  const times = await Promise.all(answers);
  return { times, events: calls * EVENTS_PER_CALL, seconds: (performance.now() - startedAt) / 1000 };
}

async function emptied(app: BenchApp): Promise<void> {
  const left = async () => (await app.admin.query("select from tracking_inbox limit 1")).rows.length;
  while ((await left()) > 0) await wait(50);
}

/** As many senders as fit, each with its next batch when the last is answered; events answered a second. */
async function flood(target: Target, seconds: number): Promise<number> {
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  let calls = 0;
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      while (performance.now() < until) {
        await send(target);
        calls++;
      }
    }),
  );
  return (calls * EVENTS_PER_CALL) / ((performance.now() - startedAt) / 1000);
}
