import { createHash } from "node:crypto";
import { campaignRoutes, customerMailRoutes, workRoutes, type CampaignInput } from "@forestay/contracts";
import { afterEach, describe, expect, it } from "vitest";
import type { Config } from "#config";
import { hashAddress, sendJob } from "#modules/customer-mail/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { campaignBody, mailContent } from "#testing/campaign-body.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { uploaded } from "#testing/upload.ts";
import { startSmtp, type TestSmtp } from "#testing/smtp.ts";
import { followJob, takeStepsJob } from "./index.ts";

let app: TestApp;
let companyId: string;
let staff: CompanyUser;
let server: TestSmtp | undefined;

afterEach(async () => {
  await app.close();
  await server?.close();
  server = undefined;
});

const DAY_MS = 86_400_000;

async function start(settings: Partial<Config> = {}): Promise<void> {
  app = await createTestApp({ appUrl: "https://app.test", rateLimitScale: 1000, ...settings });
  companyId = (await buildCompany(app.db, "Harborline")).id;
  staff = (await buildUser(app.db, companyId, "Staff")).actor;
  app.clock.set(new Date("2026-03-03T10:00:00Z"));
  await app.call(staff, customerMailRoutes.updateSettings, {
    body: {
      senderName: "Harborline",
      localPart: "hello",
      domainId: null,
      replyTo: null,
      postalAddress: "1 Quay Street, Bristol",
      capMessages: 5,
      capDays: 7,
      quietHours: null,
      countsClicks: true,
      countsOpens: true,
    },
  });
}

/** Customers with 100 a month, known by number. */
const addCustomers = (count: number, from = 0) =>
  app.queryAsAdmin(
    `insert into customers (company_id, external_id, email, full_name, monthly_revenue_cents, currency, started_at)
     select $1, 'c' || n, 'c' || n || '@example.test', 'Ann Number' || n, 10000, 'USD', '2025-01-01'
     from generate_series($2::int, $3::int) n`,
    [companyId, from, from + count - 1],
  );

/** `keyByte`, 32 times, takes the place of the campaign's own random key: who is held out is the same in each run. */
async function begin(
  changed: Partial<CampaignInput> = {},
  expectedCount = 1000,
  keyByte?: string,
): Promise<string> {
  const made = await app.call(staff, campaignRoutes.create, { body: campaignBody(changed) });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id } = made.body;
  if (keyByte !== undefined)
    await app.queryAsAdmin(
      "update campaigns set assignment_key = decode(repeat($2, 32), 'hex') where id = $1",
      [id, keyByte],
    );
  const started = await app.call(staff, campaignRoutes.start, { params: { id }, body: { expectedCount } });
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  return id;
}

const takeSteps = async () => {
  await app.runForCompanies(takeStepsJob);
  await app.runForCompanies(sendJob);
};
const armsOf = async (id: string) =>
  app.queryAsAdmin<{ customer_id: string; email: string; arm: string; state: string }>(
    `select e.customer_id, c.email, e.arm, e.state from campaign_enrolments e left join customers c on c.id = e.customer_id
     where e.campaign_id = $1 order by c.email`,
    [id],
  );
const addressed = async () =>
  (await app.queryAsAdmin<{ to_address: string }>("select to_address from mails order by to_address")).map(
    (row) => row.to_address,
  );

describe("a campaign from its start to its verdict", () => {
  it("holds some out for good, writes to the others once, gives tasks, and is read on its planned day", async () => {
    await start();
    await addCustomers(400);
    const id = await begin({ holdoutShare: 0.5 }, 1000, "07");
    const arms = await armsOf(id);
    const held = arms.filter(({ arm }) => arm === "held").map(({ email }) => email);
    expect(arms).toHaveLength(400);
    expect(held.length).toBeGreaterThan(160);
    expect(held.length).toBeLessThan(240);
    // The draw is what anybody gets who knows the key.
    const [{ assignment_key: key }] = (await app.queryAsAdmin("select assignment_key from campaigns")) as [
      { assignment_key: Buffer },
    ];
    for (const { email, arm } of arms) {
      const hash = createHash("sha256").update(key).update(hashAddress(email)).digest();
      expect(hash.readUIntBE(0, 6) / 2 ** 48 < 0.5).toBe(arm === "held");
    }

    await takeSteps();
    await takeSteps();
    const written = await addressed();
    expect(written).toHaveLength(400 - held.length);
    expect(written.filter((address) => held.includes(address))).toEqual([]);
    app.clock.advance(3 * DAY_MS);
    await takeSteps();
    const tasks = await app.queryAsAdmin<{ email: string }>(
      "select c.email from tasks t join customers c on c.id = t.customer_id",
    );
    expect(tasks).toHaveLength(400 - held.length);
    expect(tasks.filter(({ email }) => held.includes(email))).toEqual([]);
    expect(await addressed()).toHaveLength(400 - held.length);

    // Of those held out every fourth leaves, of the others nobody.
    await app.queryAsAdmin(
      `update customers set churned = true, churned_at = '2026-03-20', ended_at = '2026-03-20' where email = any($1)`,
      [held.filter((_, index) => index % 4 === 0)],
    );
    const early = await app.call(staff, campaignRoutes.results, { params: { id } });
    expect(early.body).toMatchObject({ finding: "waiting", isFinal: false, headline: "Too early to say" });
    app.clock.set(new Date("2026-04-03T10:00:00Z"));
    await app.runForCompanies(followJob);
    const { body } = await app.call(staff, campaignRoutes.results, { params: { id } });
    expect(body).toMatchObject({ finding: "kept", isFinal: true, currency: "USD", meanYearlyValue: 1200 });
    expect(body.held).toEqual({
      customers: held.length,
      measured: held.length,
      kept: held.length - Math.ceil(held.length / 4),
      erased: 0,
    });
    expect(body.sent.kept).toBe(400 - held.length);
    expect(body.uplift!.value).toBeCloseTo(Math.ceil(held.length / 4) / held.length, 6);
    expect(body.headline).toMatch(/^Kept \d+ more of \d+$/);
    expect(body.costs).toMatchObject({ messages: 400 - held.length, tasks: 400 - held.length });
    expect(body.netValue!.value).toBeCloseTo(
      body.revenue!.value - body.costs.messageCost - body.costs.taskCost,
      6,
    );
    // What was read stays, whatever comes in later.
    await app.queryAsAdmin("update customers set churned = true, churned_at = '2026-03-21'");
    await app.runForCompanies(followJob);
    expect((await app.call(staff, campaignRoutes.results, { params: { id } })).body).toEqual(body);
    const list = await app.call(staff, campaignRoutes.list);
    expect(list.body.items[0]).toMatchObject({
      status: "Completed",
      finding: "kept",
      sentCount: 400 - held.length,
      trigger: "Manual",
      steps: campaignBody().steps,
    });
    const one = await app.call(staff, campaignRoutes.get, { params: { id } });
    expect(one.body).toMatchObject({ trigger: "Manual", steps: campaignBody().steps });
  });

  it("does every step once, wherever its worker is killed, and leaves an erased customer out of what follows", async () => {
    await start();
    await addCustomers(30);
    const id = await begin({ holdoutShare: 0 });
    // As if the worker died after each statement of the batch: the transaction takes all of it along.
    const steps = takeStepsJob.company;
    let broken = 0;
    for (let at = 1; at <= 3; at++) {
      const emit = app.jobContext.jobs.enqueue;
      let calls = 0;
      app.jobContext.jobs.enqueue = ((...rest: Parameters<typeof emit>) => {
        calls++;
        if (calls === 1 && at === 1) {
          broken++;
          throw new Error("killed");
        }
        return emit(...rest);
      }) as typeof emit;
      await app.runJob(steps, { companyId }).catch(() => undefined);
      app.jobContext.jobs.enqueue = emit;
    }
    expect(broken).toBe(1);
    await takeSteps();
    expect(await addressed()).toHaveLength(30);
    const [one] = await armsOf(id);
    await app.queryAsAdmin("delete from customers where id = $1", [one!.customer_id]);
    app.clock.advance(3 * DAY_MS);
    await takeSteps();
    await takeSteps();
    expect(await app.queryAsAdmin("select 1 from tasks")).toHaveLength(29);
    expect((await app.call(staff, campaignRoutes.get, { params: { id } })).body.enteredCount).toBe(30);
  });

  it("writes to nobody after they unsubscribed, and goes on with those that a server does not refuse", async () => {
    const refused = new Set(["c0@example.test", "c2@example.test", "c4@example.test"]);
    server = await startSmtp(undefined, {
      onRcptTo({ address }, _session, done) {
        if (refused.has(address)) done(Object.assign(new Error("no such user"), { responseCode: 550 }));
        else done();
      },
    });
    await start({ smtpUrl: server.url });
    await addCustomers(6);
    const second = {
      id: "mail2",
      kind: "email" as const,
      name: "Again",
      content: mailContent,
      variantB: null,
    };
    const { steps } = campaignBody();
    const id = await begin({ holdoutShare: 0, steps: [...steps.slice(0, 2), second] });
    await takeSteps();
    expect(server.received.map(({ to }) => to).toSorted()).toEqual([
      "c1@example.test",
      "c3@example.test",
      "c5@example.test",
    ]);
    const token = /\/api\/u\/([\w-]+)/.exec(
      server.received.find(({ to }) => to.startsWith("c1"))!.text.replaceAll(/=?\r\n\s?/g, ""),
    )![1]!;
    expect((await app.inject({ method: "POST", url: `/api/u/${token}` })).statusCode).toBe(200);
    app.clock.advance(3 * DAY_MS);
    await takeSteps();
    await takeSteps();
    const again = server.received
      .slice(3)
      .map(({ to }) => to)
      .toSorted();
    expect(again).toEqual(["c3@example.test", "c5@example.test"]);
    const { funnel } = (await app.call(staff, campaignRoutes.results, { params: { id } })).body;
    expect(funnel).toMatchObject({ drawn: 6, delivered: 3, bounced: 3, unsubscribed: 1 });
  });
});

describe("what stops a campaign", () => {
  it("refuses a field without a value for more than five in a hundred, and names some of them", async () => {
    await start();
    await addCustomers(93);
    await app.queryAsAdmin(
      `insert into customers (company_id, external_id, email) select $1, 'x' || n, 'x' || n || '@example.test' from generate_series(1, 7) n`,
      [companyId],
    );
    const content = { ...mailContent, subject: "Hello {{customer.firstName}}", blocks: mailContent.blocks };
    const steps = [{ id: "mail1", kind: "email" as const, name: "Hello", content, variantB: null }];
    const { id } = (await app.call(staff, campaignRoutes.create, { body: campaignBody({ steps }) })).body;
    const refused = await app.call(staff, campaignRoutes.start, {
      params: { id },
      body: { expectedCount: 100 },
    });
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/First name is empty for 7 customers.*x1@example\.test/s) },
    });
    const unknown = { ...mailContent, subject: "Hello {{customer.secret|x}}" };
    const bad = await app.call(staff, campaignRoutes.create, {
      body: campaignBody({ steps: [{ ...steps[0]!, content: unknown }] }),
    });
    expect(bad.status).toBe(400);
  });

  it("asks again where the audience is ten times what was seen, at the start and while it runs", async () => {
    await start();
    await addCustomers(100);
    const { id } = (await app.call(staff, campaignRoutes.create, { body: campaignBody() })).body;
    const refused = await app.call(staff, campaignRoutes.start, {
      params: { id },
      body: { expectedCount: 5 },
    });
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("100 customers would enter now; you saw 5") },
    });

    // Few are asked about as well as many.
    await app.queryAsAdmin("delete from customers where external_id >= 'c4'");
    const fewer = await app.call(staff, campaignRoutes.start, { params: { id }, body: { expectedCount: 3 } });
    expect(fewer).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^\d\d customers would enter now; you saw 3/) },
    });
    await app.queryAsAdmin("delete from customers");

    const running = await begin({ trigger: { kind: "Silent", days: 14 }, leavesOutOthers: false }, 0);
    const rows = Array.from({ length: 100 }, (_, n) => `C-${n},c${n}@example.test,2026-01-01`);
    await uploaded(app, staff, `customer_id,email,last_activity\n${rows.join("\n")}\n`, {
      autoConfirm: true,
    });
    await app.drainJobs();
    const { body } = await app.call(staff, campaignRoutes.get, { params: { id: running } });
    expect(body).toMatchObject({
      status: "Paused",
      pausedBecause: expect.stringContaining("100 customers would be in it"),
    });
    expect(await addressed()).toEqual([]);
    expect((await app.call(staff, campaignRoutes.resume, { params: { id: running } })).body.status).toBe(
      "Active",
    );
    app.clock.advance(11 * 60_000);
    await app.runForCompanies(followJob);
    expect((await armsOf(running)).length).toBe(100);
  });

  it("pauses what waits at once and goes on where it was; a new version is of those who enter by it", async () => {
    await start();
    await addCustomers(20);
    const id = await begin({ holdoutShare: 0 });
    await app.runForCompanies(takeStepsJob);
    expect((await app.call(staff, campaignRoutes.pause, { params: { id } })).body.status).toBe("Paused");
    await takeSteps();
    expect(await addressed()).toEqual([]);
    const { body: now } = await app.call(staff, campaignRoutes.get, { params: { id } });
    const shorter = await app.call(staff, campaignRoutes.update, {
      params: { id },
      body: { ...now.input, steps: now.input.steps.slice(0, 1), version: now.version },
    });
    expect(shorter.body).toMatchObject({
      version: 2,
      versions: [
        { number: 2, customers: 0 },
        { number: 1, customers: 20 },
      ],
    });
    expect(
      (
        await app.call(staff, campaignRoutes.update, {
          params: { id },
          body: { ...now.input, holdoutShare: 0.5, version: 2 },
        })
      ).status,
    ).toBe(409);
    await app.call(staff, campaignRoutes.resume, { params: { id } });
    await takeSteps();
    expect(await addressed()).toHaveLength(20);
    app.clock.advance(3 * DAY_MS);
    await takeSteps();
    const { body: read } = await app.call(staff, campaignRoutes.results, { params: { id } });
    expect(read.steps.map((step) => [step.id, step.isOlder, step.reached])).toEqual([
      ["mail1", false, 20],
      ["task1", true, 20],
    ]);
    // They entered by the first version, which had a task.
    expect(
      (await app.call(staff, workRoutes.listTasks, { query: { scope: "team", state: "open" } })).body
        .totalCount,
    ).toBe(20);
  });
});
