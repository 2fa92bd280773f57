import { notificationRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, type BuiltUser, type TestApp } from "#testing/index.ts";
import { notify, type NamedCustomer } from "../index.ts";
import { notificationDigests } from "./send-digests.ts";

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
  await withTenant(app.db, companyId, (tx) => app.context.jobs.enqueue(tx, notificationDigests, {}));
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

  it("is no concern of disabled people", async () => {
    await choose({});
    await tell("Import finished");
    await app.queryAsAdmin("update users set disabled_at = now() where id = $1", [person.actor.userId]);
    await runAt("2026-01-10T06:00:00Z");
    expect(await mails()).toEqual([]);
  });
});
