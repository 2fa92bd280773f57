import { randomUUID } from "node:crypto";
import { HttpTransportType, HubConnectionBuilder, LogLevel, type HubConnection } from "@microsoft/signalr";
import { Client } from "pg";
import { startBenchApp, type BenchApp, type BenchCompany } from "./bench-app.ts";
import type { BenchResult } from "./bench-result.ts";

/** `SUPPORT_BENCH=small` measures the same with fewer messages and calls, for a machine that is not its own. */
const isSmall = process.env["SUPPORT_BENCH"] === "small";
const PEOPLE = 40;
const OPEN_SESSIONS = 500;
const MESSAGES_PER_SECOND = 20;
const MESSAGES = isSmall ? 100 : 600;
const LISTED_SESSIONS = 5000;
const LIST_CALLS = isSmall ? 40 : 200;

/**
 * A message from a person's hub call to the callback on the dashboard of staff, in the real app with 500 sessions open and
 * 20 messages a second, beside what a bare NOTIFY between two connections takes; then the queue with 5,000 sessions.
 */
export async function run(): Promise<BenchResult[]> {
  const app = await startBenchApp();
  try {
    const company = await app.company();
    const admin = await app.again(company);
    await makeAdmin(app, admin);
    const people: BenchCompany[] = [];
    const sessions: string[] = [];
    for (let index = 0; index < PEOPLE; index += 1) {
      const person = await app.again(company);
      people.push(person);
      sessions.push(await openSession(app, person));
    }
    await addSessions(app, company.companyId, OPEN_SESSIONS - PEOPLE);
    const bareMs = await bareNotify(app);
    const timesMs = await chat(app, admin, people, sessions);
    await addSessions(app, company.companyId, LISTED_SESSIONS - OPEN_SESSIONS);
    await app.admin.query("analyze support_sessions");
    const listMs: number[] = [];
    for (let index = 0; index < LIST_CALLS; index += 1) {
      const startedAt = performance.now();
      await app.call(admin, "/api/support/admin/sessions?pageSize=50");
      listMs.push(performance.now() - startedAt);
    }
    const median = quantile(timesMs, 0.5);
    const p99 = quantile(timesMs, 0.99);
    const list = quantile(listMs, 0.95);
    return [
      {
        measure: `message from a person to staff, ${OPEN_SESSIONS} sessions open and ${MESSAGES_PER_SECOND} messages a second, median`,
        value: median,
        unit: "ms",
        goal: "under 50",
        passed: median < 50,
      },
      { measure: "the same, 99th percentile", value: p99, unit: "ms", goal: "under 200", passed: p99 < 200 },
      {
        measure: "its median as a multiple of a bare NOTIFY between two connections",
        value: Math.round((median / bareMs) * 10) / 10,
        unit: "ratio",
      },
      {
        measure: `the queue of staff with ${LISTED_SESSIONS} sessions, 95th percentile`,
        value: list,
        unit: "ms",
        goal: "under 150",
        passed: list < 150,
      },
    ];
  } finally {
    await app.stop();
  }
}

/** As the token says it: the claim of who it is. */
const userOf = ({ token }: BenchCompany) =>
  (JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { sub: string }).sub;

async function makeAdmin({ admin }: BenchApp, person: BenchCompany): Promise<void> {
  await admin.query("update users set platform_role = 'Admin' where id = $1", [userOf(person)]);
}

async function openSession(app: BenchApp, person: BenchCompany): Promise<string> {
  const { id } = await app.call<{ id: string }>(person, "/api/support/sessions", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      initialMessage: "It hangs",
      originalContext: { type: 0, routePath: "/app" },
    }),
  });
  return id;
}

/** Sessions of further people, with one message each. */
async function addSessions({ admin }: BenchApp, companyId: string, count: number): Promise<void> {
  await admin.query(
    `with people as (
       insert into users (email, first_name, last_name, company_id, company_role)
       select 'support-' || gen_random_uuid() || '@example.test', 'Ann', 'Other', $1::uuid, 'Staff'
       from generate_series(1, $2::int) returning id, email
     ), opened as (
       insert into support_sessions (user_id, company_id, user_name, user_email, company_name, company_role, topic,
         initial_message, original_context, status, status_since, escalation_level, last_sequence, last_message,
         last_message_at, last_user_message_at, created_at)
       select id, $1::uuid, 'Ann Other', email, 'Bench', 'Staff', 'Import', 'It hangs', '{"type":6,"routePath":"/app/imports/1"}',
         case when random() < 0.2 then 'Pending' when random() < 0.5 then 'AiActive' else 'AdminActive' end,
         now() - random() * interval '1 hour', 1, 1, 'It hangs', now(), now(), now() - interval '1 hour'
       from people returning id
     )
     insert into support_messages (session_id, id, sequence, sender, sender_name, content, sent_at)
     select id, gen_random_uuid(), 1, 'user', 'Ann Other', 'It hangs', now() from opened`,
    [companyId, count],
  );
}

async function connect({ url }: BenchApp, { token }: BenchCompany): Promise<HubConnection> {
  const connection = new HubConnectionBuilder()
    .configureLogging(LogLevel.None)
    .withUrl(`${url}/api/hubs/notifications`, {
      transport: HttpTransportType.WebSockets,
      accessTokenFactory: () => token,
    })
    .build();
  await connection.start();
  await connection.invoke("JoinUserGroup");
  return connection;
}

async function chat(
  app: BenchApp,
  admin: BenchCompany,
  people: readonly BenchCompany[],
  sessions: readonly string[],
): Promise<number[]> {
  const dashboard = await connect(app, admin);
  const connections = await Promise.all(people.map((person) => connect(app, person)));
  const sentAt = new Map<string, number>();
  const timesMs: number[] = [];
  const answers: Promise<unknown>[] = [];
  const { promise: allThere, resolve } = Promise.withResolvers<void>();
  dashboard.on("message_received", ({ id }: { id: string }) => {
    const at = sentAt.get(id);
    if (at === undefined) return;
    sentAt.delete(id);
    timesMs.push(performance.now() - at);
    if (timesMs.length === MESSAGES) resolve();
  });
  const startedAt = performance.now();
  for (let index = 0; index < MESSAGES; index += 1) {
    // On the beat, whatever the ones before took.
    const dueMs = startedAt + (index * 1000) / MESSAGES_PER_SECOND - performance.now();
    if (dueMs > 0) await new Promise((wake) => setTimeout(wake, dueMs));
    const who = index % people.length;
    const id = randomUUID();
    sentAt.set(id, performance.now());
    const message = { id, content: `Message ${index}` };
    answers.push(connections[who]!.invoke("SendMessage", sessions[who], message));
  }
  await Promise.all([allThere, ...answers]);
  await Promise.all([dashboard, ...connections].map((connection) => connection.stop()));
  return timesMs;
}

/** The peer: a committed NOTIFY of one connection until another has it, median in ms. */
async function bareNotify({ connectionString }: BenchApp): Promise<number> {
  const [listener, sender] = [new Client({ connectionString }), new Client({ connectionString })];
  await Promise.all([listener.connect(), sender.connect()]);
  await listener.query("listen support_bench");
  const timesMs: number[] = [];
  for (let index = 0; index < 100; index += 1) {
    const startedAt = performance.now();
    const heard = new Promise((resolve) => listener.once("notification", resolve));
    await sender.query("notify support_bench");
    await heard;
    timesMs.push(performance.now() - startedAt);
  }
  await Promise.all([listener.end(), sender.end()]);
  return quantile(timesMs, 0.5);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 100) / 100;
}

if (import.meta.main) {
  console.table(await run());
  process.exit(0);
}
