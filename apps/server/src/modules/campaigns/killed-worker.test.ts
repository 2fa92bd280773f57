import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { SMTPServerOptions } from "smtp-server";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sendJob } from "#modules/customer-mail/index.ts";
import { mailContent } from "#testing/campaign-body.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { startSmtp, type TestSmtp } from "#testing/smtp.ts";
import { startWorker } from "#testing/start-worker.ts";
import { campaignCompany, type CampaignCompany } from "./fixtures/campaign-company.ts";
import { takeStepsJob } from "./index.ts";

const CUSTOMERS = 6;
const steps = [
  { id: "mail1", kind: "email" as const, name: "Hello", content: mailContent, variantB: null },
  { id: "task1", kind: "task" as const, name: "Call them", dueInDays: 3 },
  {
    id: "slack1",
    kind: "slack" as const,
    name: "Have a look",
    channel: { id: "C0ALERTS", name: "customer-alerts" },
    text: "",
  },
];

async function outcomeOf(app: TestApp, { companyId }: CampaignCompany) {
  const messages = await app.queryAsAdmin<{ address: string; status: string }>(
    "select address, status from customer_messages where company_id = $1 order by address",
    [companyId],
  );
  const [{ tasks, runs, posts }] = (await app.queryAsAdmin(
    `select (select count(*)::int from tasks where company_id = $1) as tasks,
       (select count(*)::int from campaign_step_runs where company_id = $1) as runs,
       (select count(*)::int from integration_posts where company_id = $1) as posts`,
    [companyId],
  )) as [{ tasks: number; runs: number; posts: number }];
  return { messages, tasks, runs, posts };
}

describe("a worker whose connection dies at a write", () => {
  let app: TestApp;
  let server: TestSmtp;

  beforeAll(async () => {
    server = await startSmtp();
    app = await createTestApp({ appUrl: "https://app.test", smtpUrl: server.url, rateLimitScale: 1000 });
    // A transaction that dies by it takes everything along but the number drawn, so that it happens once.
    await app.queryAsAdmin("create sequence deaths");
    await app.queryAsAdmin(`
      create function die() returns trigger language plpgsql security definer as $$
      begin
        if nextval('deaths') = tg_argv[0]::int then perform pg_terminate_backend(pg_backend_pid()); end if;
        return new;
      end $$`);
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  // The first and a later row of every write on the way from a step to a message that has left.
  const writes = [
    ["customer_messages", "insert", "true", 1],
    ["customer_messages", "insert", "true", 4],
    ["tasks", "insert", "true", 3],
    ["integration_posts", "insert", "true", 1],
    ["campaign_step_runs", "insert", "true", 2],
    ["campaign_enrolments", "update", "new.step = 1", 2],
    ["campaign_enrolments", "update", "new.state = 'done'", 5],
    ["customer_messages", "update", "new.status = 'sending'", 2],
    ["customer_messages", "update", "new.status = 'sent'", 1],
    ["customer_messages", "update", "new.status = 'sent'", 4],
  ] as const;

  it.each(writes)(
    "%s %s where %s, row %i: nobody is written to twice, every task stands once, and the channel is told once",
    async (table, deed, when, row) => {
      app.clock.set(new Date("2026-03-03T10:00:00Z"));
      server.received.length = 0;
      const company = await campaignCompany(app);
      await company.addCustomers(CUSTOMERS);
      await company.connectChat();
      await company.begin({ holdoutShare: 0, steps });
      await app.queryAsAdmin("alter sequence deaths restart");
      await app.queryAsAdmin(
        `create trigger dies before ${deed} on ${table} for each row when (${when}) execute function die(${row})`,
      );
      let died = 0;
      const work = async () => {
        for (const job of [takeStepsJob, sendJob])
          await app.runJob(job.company, { companyId: company.companyId }).catch(() => died++);
      };
      await work();
      await app.queryAsAdmin(`drop trigger dies on ${table}`);
      expect(died).toBe(1);
      for (let again = 0; again < 4; again++) await work();

      const { messages, tasks, runs, posts } = await outcomeOf(app, company);
      expect({ tasks, runs, posts }).toEqual({ tasks: CUSTOMERS, runs: 3 * CUSTOMERS, posts: 1 });
      expect(messages).toHaveLength(CUSTOMERS);
      const received = server.received.map(({ to }) => to);
      expect(new Set(received).size).toBe(received.length);
      // Whoever has it is not said to be without it; whoever's is in doubt is said to be in doubt.
      for (const { address, status } of messages)
        expect(["sent", "unknown"], `${address} ${String(received.includes(address))}`).toContain(status);
      for (const { address, status } of messages) if (status === "sent") expect(received).toContain(address);
    },
  );
});

describe("a worker that is killed while it speaks with the mail server", () => {
  let app: TestApp;
  let server: TestSmtp;
  let worker: ChildProcess | undefined;

  afterEach(async () => {
    worker?.kill("SIGKILL");
    await app.close();
    await server.close();
  });

  const moments = ["connect", "sender", "receiver", "text handed over", "second message"] as const;
  it.each(moments)("at %s: whoever got it does not get it again", async (moment) => {
    const killed = Promise.withResolvers<void>();
    let isKilled = false;
    const kill = async () => {
      if (isKilled || worker === undefined) return;
      isKilled = true;
      const exited = once(worker, "exit");
      worker.kill("SIGKILL");
      await exited;
      killed.resolve();
    };
    let senders = 0;
    const killIf = async (isIt: boolean, done: () => void) => {
      if (isIt) await kill();
      done();
    };
    const options: SMTPServerOptions = {
      onConnect: (_session, done) => void killIf(moment === "connect", done),
      onMailFrom(_address, _session, done) {
        senders++;
        void killIf(moment === "sender" || (moment === "second message" && senders > 5), done);
      },
      onRcptTo: (_address, _session, done) => void killIf(moment === "receiver", done),
    };
    server = await startSmtp(async () => {
      if (moment === "text handed over") await kill();
      return null;
    }, options);
    app = await createTestApp({ appUrl: "https://app.test", smtpUrl: server.url });
    app.clock.set(new Date("2026-03-03T10:00:00Z"));
    const company = await campaignCompany(app);
    await company.addCustomers(CUSTOMERS);
    await company.begin({ holdoutShare: 0, steps: steps.slice(0, 1) });
    await app.runJob(takeStepsJob.company, { companyId: company.companyId });
    worker = startWorker(app, ["customer-mail.send-company"], {
      smtpUrl: server.url,
      appUrl: "https://app.test",
    });
    await killed.promise;
    for (let again = 0; again < 2; again++)
      await app.runJob(sendJob.company, { companyId: company.companyId });

    const received = server.received.map(({ to }) => to);
    expect(new Set(received).size).toBe(received.length);
    const { messages } = await outcomeOf(app, company);
    expect(messages).toHaveLength(CUSTOMERS);
    // All of the batch were being sent: whether they arrived nobody knows, and nothing is sent on a guess.
    expect(new Set(messages.map(({ status }) => status))).toEqual(new Set(["unknown"]));
  });
});
