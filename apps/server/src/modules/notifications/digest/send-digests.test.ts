import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { notificationRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, type BuiltUser, type TestApp } from "#testing/index.ts";
import { notify, type NamedCustomer } from "../index.ts";
import { notificationDigests } from "./send-digests.ts";

const DIGEST_PROCESS = path.join(import.meta.dirname, "../fixtures/digest-process.ts");

let app: TestApp;
let companyId: string;
let person: BuiltUser<CompanyUser>;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(new Date("2026-01-10T05:00:00Z"));
  companyId = (await buildCompany(app.db)).id;
  person = await buildUser(app.db, companyId, "Owner", { now: app.clock.now() });
});

async function choose(rest: object) {
  const { status } = await app.call(person.actor, notificationRoutes.savePreferences, {
    body: { kinds: [], quietHours: null, digestHour: 7, timeZone: "Europe/Berlin", ...rest },
  });
  expect(status).toBe(200);
}
const tell = (title: string, customers: NamedCustomer[] = []) =>
  withTenant(app.db, companyId, (tx) =>
    notify(tx, app.context, {
      companyId,
      recipients: { userIds: [person.actor.userId] },
      kind: customers.length > 0 ? "risk_raised" : "import_completed",
      type: "Warning",
      title,
      message: "Said so.",
      customers,
    }),
  );
const customer = (name: string, valueAtRiskCents: number | null): NamedCustomer => ({
  customerId: crypto.randomUUID(),
  name,
  score: 70,
  valueAtRiskCents,
});
async function runAt(time: string) {
  app.clock.set(new Date(time));
  await withTenant(app.db, companyId, (tx) => app.context.jobs.enqueue(tx, notificationDigests.cron, {}));
  await app.drainJobs();
}
const mails = () =>
  app.queryAsAdmin<{ subject: string; plain_text: string }>(
    "select subject, plain_text from mails where company_id = $1 order by created_at",
    [companyId],
  );

describe("the daily digest", () => {
  it("comes at the hour on the person's own clock, once a day, however often it is looked for", async () => {
    await choose({});
    await tell("Import finished");
    // Seven in Berlin is six in UTC.
    await runAt("2026-01-10T05:45:00Z");
    expect(await mails()).toHaveLength(0);
    await runAt("2026-01-10T06:00:00Z");
    await runAt("2026-01-10T06:15:00Z");
    expect(await mails()).toHaveLength(1);
    await tell("Another import finished");
    await runAt("2026-01-11T06:00:00Z");
    expect(await mails()).toHaveLength(2);
  });

  it("ranks customers by the money at risk", async () => {
    await choose({});
    await tell("Small is now at High risk", [customer("Small", 10_000)]);
    await tell("Two customers rose", [customer("Unknown", null), customer("Large", 9_000_000)]);
    await tell("Import finished");
    await runAt("2026-01-10T06:00:00Z");
    const [mail] = await mails();
    expect(mail?.subject).toBe("Forestay today: $90,100 newly at risk");
    const named = ["Large: score 70, $90,000", "Small: score 70, $100", "Unknown: score 70"];
    const positions = named.map((text) => mail?.plain_text.indexOf(text) ?? -1);
    expect(positions.every((position) => position > 0)).toBe(true);
    expect([...positions].sort((a, b) => a - b)).toEqual(positions);
    expect(mail?.plain_text).toContain("Import finished. Said so.");
  });

  it("is not sent when nothing happened, when it was not asked for, or when the hour is long over", async () => {
    await choose({});
    await runAt("2026-01-10T06:00:00Z");
    await choose({ digestHour: null });
    await tell("Import finished");
    await runAt("2026-01-11T06:00:00Z");
    await choose({});
    await runAt("2026-01-12T09:00:00Z");
    expect(await mails()).toEqual([]);
  });

  it("tells everything once, also when a worker came late on the day before", async () => {
    await choose({});
    await tell("Before the first");
    await runAt("2026-01-10T08:45:00Z");
    // Later than the hour, earlier than a day before the next one.
    app.clock.set(new Date("2026-01-10T08:50:00Z"));
    await tell("After the late one");
    await runAt("2026-01-11T06:00:00Z");
    await tell("After the early one");
    await runAt("2026-01-12T08:45:00Z");
    const texts = (await mails()).map((mail) => mail.plain_text);
    const told = ["Before the first", "After the late one", "After the early one"];
    expect(texts.map((text) => told.filter((title) => text.includes(title)))).toEqual(
      told.map((title) => [title]),
    );
  });

  it("makes up on the next day for one that no worker was there to send", async () => {
    await choose({});
    await tell("On the first day");
    await runAt("2026-01-10T06:00:00Z");
    app.clock.set(new Date("2026-01-10T07:00:00Z"));
    await tell("On the day without a worker");
    await runAt("2026-01-12T06:00:00Z");
    expect((await mails()).at(-1)?.plain_text).toContain("On the day without a worker");
  });

  it("tells of an open alert again when it was updated since", async () => {
    await choose({});
    const tellScore = (title: string) =>
      withTenant(app.db, companyId, (tx) =>
        notify(tx, app.context, {
          companyId,
          recipients: { userIds: [person.actor.userId] },
          kind: "risk_raised",
          type: "Warning",
          title,
          message: "",
          dedupeKey: "customer:1",
        }),
      );
    await tellScore("Up to 40");
    await runAt("2026-01-10T06:00:00Z");
    await runAt("2026-01-11T06:00:00Z");
    expect(await mails()).toHaveLength(1);
    await tellScore("Up to 70");
    await runAt("2026-01-12T06:00:00Z");
    expect((await mails()).map((mail) => mail.plain_text.includes("Up to 70"))).toEqual([false, true]);
  });

  it("comes once on the days when the clock is changed, hours that do not exist included", async () => {
    await choose({ digestHour: 2 });
    // From two to three there is no such hour in Berlin; in October it comes twice.
    for (const [day, times] of [
      ["2026-03-29", ["00:30", "00:45", "01:00", "01:15"]],
      ["2026-10-25", ["00:00", "00:15", "01:00", "01:15"]],
    ] as const) {
      app.clock.set(new Date(`${day}T00:00:00Z`));
      await tell(`News of ${day}`);
      for (const time of times) await runAt(`${day}T${time}:00Z`);
      expect((await mails()).filter((mail) => mail.plain_text.includes(day))).toHaveLength(1);
    }
  });

  it("is nobody's loss when it cannot be written for another company", async () => {
    await choose({});
    const broken = await buildCompany(app.db, "Broken");
    const unlucky = await buildUser(app.db, broken.id, "Owner", { now: app.clock.now() });
    await app.queryAsAdmin(
      `insert into notification_preferences (company_id, user_id, kinds, digest_hour, time_zone, updated_at)
       values ($1, $2, '{"security": 7}', 7, 'Europe/Berlin', now())`,
      [broken.id, unlucky.actor.userId],
    );
    const later = await buildCompany(app.db, "Later");
    await tell("Import finished");
    const { actor } = await buildUser(app.db, later.id, "Owner", { now: app.clock.now() });
    await app.call(actor, notificationRoutes.savePreferences, {
      body: { kinds: [], quietHours: null, digestHour: 7, timeZone: "Europe/Berlin" },
    });
    await withTenant(app.db, later.id, (tx) =>
      notify(tx, app.context, {
        companyId: later.id,
        recipients: { userIds: [actor.userId] },
        kind: "import_completed",
        type: "Success",
        title: "Import finished",
        message: "",
      }),
    );
    await runAt("2026-01-10T06:00:00Z").catch(() => undefined);
    const reached = await app.queryAsAdmin<{ company_id: string }>(
      "select company_id from mails where company_id = any($1)",
      [[companyId, broken.id, later.id]],
    );
    expect(reached.map((row) => row.company_id).sort()).toEqual([companyId, later.id].sort());
    await app.queryAsAdmin("delete from notification_preferences where company_id = $1", [broken.id]);
  });

  it("comes once to each when the worker is killed in the middle of it", async () => {
    const people = [person];
    for (let i = 0; i < 4; i++)
      people.push(await buildUser(app.db, companyId, "Staff", { now: app.clock.now() }));
    for (const { actor } of people) {
      await app.call(actor, notificationRoutes.savePreferences, {
        body: { kinds: [], quietHours: null, digestHour: 7, timeZone: "Europe/Berlin" },
      });
    }
    await withTenant(app.db, companyId, (tx) =>
      notify(tx, app.context, {
        companyId,
        recipients: { policy: "customers:read" },
        kind: "import_completed",
        type: "Success",
        title: "Import finished",
        message: "",
      }),
    );
    // The third mail of the round waits for a lock that the test holds.
    await app.queryAsAdmin("create sequence mails_written");
    await app.queryAsAdmin(`create function hold_third_mail() returns trigger language plpgsql security definer as
      $$ begin if nextval('mails_written') = 3 then perform pg_advisory_xact_lock(54); end if; return new; end $$`);
    await app.queryAsAdmin(
      "create trigger hold before insert on mails for each row execute function hold_third_mail()",
    );
    const holder = await app.db.openConnection("holder");
    await holder.query("select pg_advisory_lock(54)");
    const worker = spawn(
      process.execPath,
      [DIGEST_PROCESS, app.connectionString, companyId, "2026-01-10T06:00:00Z"],
      {
        stdio: "ignore",
      },
    );
    const gone = once(worker, "exit");
    await expect
      .poll(() =>
        app.queryAsAdmin("select 1 from pg_locks where locktype = 'advisory' and objid = 54 and not granted"),
      )
      .toHaveLength(1);
    worker.kill("SIGKILL");
    await gone;
    await holder.end();
    await app.queryAsAdmin("drop trigger hold on mails");
    expect(await mails()).toEqual([]);

    await runAt("2026-01-10T06:15:00Z");
    await runAt("2026-01-10T06:30:00Z");
    expect((await mails()).map((mail) => mail.subject)).toHaveLength(people.length);
  });

  it("is no concern of disabled people", async () => {
    await choose({});
    await tell("Import finished");
    await app.queryAsAdmin("update users set disabled_at = now() where id = $1", [person.actor.userId]);
    await runAt("2026-01-10T06:00:00Z");
    expect(await mails()).toEqual([]);
  });
});
