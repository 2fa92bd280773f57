import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openSmtpLine } from "../../apps/server/src/modules/mail/index.ts";
import type { BenchResult } from "./bench-result.ts";
import { startCampaignWorld, type CampaignWorld } from "./campaign-world.ts";
import { quantile, timed } from "./timing.ts";

const AUDIENCE = Number(process.env.BENCH_CAMPAIGN_AUDIENCE ?? 1_000_000);
const MAILS = Number(process.env.BENCH_CAMPAIGN_MAILS ?? 100_000);
const DUE = Number(process.env.BENCH_CAMPAIGN_DUE ?? 100_000);
/** Which of its parts are run, by comma. */
const PARTS = (process.env.BENCH_CAMPAIGN_PARTS ?? "enrols,mails,due").split(",");
const ENROL_GOAL_S = 120;
const MAIL_GOAL = 0.5;
const LAG_GOAL_S = 2;
/** Before the first step is due the worker is up and the rows say when they are. */
const FIRST_DUE_MS = 20_000;
/** Connections of the product, and so of the peer. */
const LINES = 5;

/**
 * A campaign's audience evaluated and drawn, its messages handed to a mail server that takes everything, and its steps taken when
 * they are due. Peers: the bare insert of as many rows, and the same connections with a message that is made already.
 */
export async function run(): Promise<BenchResult[]> {
  const sink = fork(fileURLToPath(new URL("./smtp-sink.ts", import.meta.url)));
  const [{ url }] = (await once(sink, "message")) as [{ url: string }];
  const world = await startCampaignWorld(url);
  try {
    return [
      ...(PARTS.includes("enrols") ? await enrols(world) : []),
      ...(PARTS.includes("mails") ? await mails(world, url) : []),
      ...(PARTS.includes("due") ? await takesDue(world) : []),
    ];
  } finally {
    await world.stop();
    sink.disconnect();
  }
}

async function addCustomers(world: CampaignWorld, companyId: string, count: number): Promise<void> {
  await world.admin.query(
    `insert into customers (company_id, external_id, email, full_name, monthly_revenue_cents, currency, started_at, churn_probability, plan)
     select $1::uuid, 'c' || n, 'c' || n || '@k' || n % 997 || '.example', 'Ann Number' || n, 10000, 'USD', '2020-01-01',
       (n % 100) / 100.0, case when n % 4 = 0 then 'Pro' else 'Basic' end
     from generate_series(1, $2::int) n`,
    [companyId, count],
  );
  // As an import does at its end (decision 0045).
  await world.admin.query("analyze customers");
}

async function enrols(world: CampaignWorld): Promise<BenchResult[]> {
  const { companyId, owner } = await world.company();
  await addCustomers(world, companyId, AUDIENCE);
  const peerMs = await timed(() =>
    world.admin.query(
      `create table bench_drawn as select company_id, gen_random_uuid() as id, id as customer_id, sha256(uuid_send(id)) as hash,
         now() as entered_at from customers where company_id = $1`,
      [companyId],
    ),
  );
  const { id, startMs } = await world.begin(owner, {
    steps: [{ id: "task1", kind: "task", name: "Call them", dueInDays: 3 }],
    audience: [{ field: "monthlyRevenue", operator: "GreaterThan", value: 10 }],
  });
  const drawMs = await timed(() => world.draw(companyId, id));
  const { rows } = await world.admin.query<{ count: number }>(
    "select count(*)::int as count from campaign_enrolments where campaign_id = $1",
    [id],
  );
  await world.admin.query("update campaigns set status = 'Archived' where id = $1", [id]);
  return [
    {
      measure: `audience of ${AUDIENCE} evaluated, checked and drawn`,
      value: (startMs + drawMs) / 1000,
      unit: "s",
      goal: `under ${ENROL_GOAL_S}`,
      passed: startMs + drawMs < ENROL_GOAL_S * 1000 && rows[0]?.count === AUDIENCE,
    },
    { measure: "of it until the start was answered", value: startMs / 1000, unit: "s" },
    { measure: "all over a bare copy of as many rows", value: (startMs + drawMs) / peerMs, unit: "ratio" },
  ];
}

async function mails(world: CampaignWorld, url: string): Promise<BenchResult[]> {
  const { companyId, owner } = await world.company();
  await addCustomers(world, companyId, MAILS);
  const { id } = await world.begin(owner, { holdoutShare: 0, steps: [emailStep()] });
  await world.draw(companyId, id);
  const writtenMs = await timed(() => world.run("campaigns.take-steps-company", companyId));
  const waiting = async () =>
    (
      await world.admin.query<{ waiting: number; sent: number }>(
        `select count(*) filter (where status = 'waiting')::int as waiting, count(*) filter (where status = 'sent')::int as sent
         from customer_messages where source_id = $1`,
        [id],
      )
    ).rows[0]!;
  const raw = Buffer.from(
    `From: hello@app.test\r\nTo: c@k.example\r\nSubject: x\r\n\r\n${"A line of a message.\r\n".repeat(260)}`,
  );
  const some = Math.min(MAILS, 5000);
  const handBare = async () => {
    let left = some;
    await Promise.all(
      Array.from({ length: LINES }, async () => {
        const line = openSmtpLine(url);
        while (left-- > 0) await line.deliver({ from: "hello@app.test", to: "c@k.example" }, raw);
        line.close();
      }),
    );
  };
  // By turns, a run of the job and the peer: what else the machine does meanwhile is borne by both.
  let ms = 0;
  let bareMs = await timed(handBare);
  let bareCount = some;
  while ((await waiting()).waiting > 0) {
    ms += await timed(() => world.run("customer-mail.send-company", companyId));
    bareMs += await timed(handBare);
    bareCount += some;
  }
  const { sent } = await waiting();
  const rate = sent / (ms / 1000);
  const bare = bareCount / (bareMs / 1000);
  return [
    {
      measure: `${MAILS} messages composed and handed over, as a share of the mail server's bare rate over as many connections`,
      value: rate / bare,
      unit: "ratio",
      goal: `at least ${MAIL_GOAL}`,
      passed: rate / bare >= MAIL_GOAL && sent === MAILS,
    },
    { measure: "the same", value: rate, unit: "messages/s" },
    { measure: "the mail server's bare rate", value: bare, unit: "messages/s" },
    {
      measure: "steps taken and messages written down before",
      value: MAILS / (writtenMs / 1000),
      unit: "messages/s",
    },
  ];
}

const emailStep = () => ({
  id: "mail1",
  kind: "email" as const,
  name: "Hello",
  variantB: null,
  content: {
    subject: "A question, {{customer.firstName|there}}",
    preheader: "",
    senderName: "",
    blocks: [
      { kind: "text" as const, text: "Hi {{customer.firstName|there}}, how is it going?" },
      { kind: "button" as const, label: "Open", url: "https://app.example/open" },
    ],
  },
});

/**
 * Steps of as many customers come due over a minute, 50 times a second, and are taken by a worker from the queue, which comes
 * back for them by itself: how long after it was due each was taken.
 */
async function takesDue(world: CampaignWorld): Promise<BenchResult[]> {
  const { companyId, owner } = await world.company();
  await addCustomers(world, companyId, DUE);
  const { id } = await world.begin(owner, {
    holdoutShare: 0,
    steps: [
      { id: "wait1", kind: "wait", name: "Wait", hours: 1, untilEvent: null },
      { id: "task1", kind: "task", name: "Call them", dueInDays: 3 },
    ],
  });
  await world.draw(companyId, id);
  await world.run("campaigns.take-steps-company", companyId);
  const SECONDS = 60;
  const stopWorker = world.startWorker(["campaigns.take-steps-company"]);
  try {
    await world.admin.query(
      `create table bench_due as select id, $2::timestamptz + (row_number() over (order by id) % ($3::int * 50)) * interval '20 milliseconds' as at
       from campaign_enrolments where campaign_id = $1`,
      [id, new Date(Date.now() + FIRST_DUE_MS), SECONDS],
    );
    await world.admin.query(
      "update campaign_enrolments e set due_at = d.at from bench_due d where d.id = e.id",
    );
    world.clock.set(new Date());
    // Finds nothing due and asks the queue to be back at the second when something is, as after every run.
    await world.run("campaigns.take-steps-company", companyId);
    const taken = async () =>
      (
        await world.admin.query<{ count: number }>(
          "select count(*)::int as count from campaign_step_runs where campaign_id = $1",
          [id],
        )
      ).rows[0]!.count;
    const until = Date.now() + 10 * SECONDS * 1000;
    while ((await taken()) < DUE && Date.now() < until) await setTimeout(500);
  } finally {
    stopWorker();
  }
  const { rows } = await world.admin.query<{ lag: number }>(
    `select extract(epoch from r.at - d.at)::float8 as lag from campaign_step_runs r join bench_due d on d.id = r.enrolment_id
     where r.campaign_id = $1`,
    [id],
  );
  const lags = rows.map(({ lag }) => lag);
  const worst = quantile(lags, 0.99);
  return [
    {
      measure: `steps of ${DUE} customers coming due over ${SECONDS} s, taken by a worker from the queue: lag of 99 of 100`,
      value: worst,
      unit: "s",
      goal: `at most ${LAG_GOAL_S}`,
      passed: worst <= LAG_GOAL_S && lags.length === DUE,
    },
    { measure: "the same, median", value: quantile(lags, 0.5), unit: "s" },
  ];
}
