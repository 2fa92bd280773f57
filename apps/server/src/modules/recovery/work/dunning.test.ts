import {
  CONTROL_DAYS,
  paymentLinkRoutes,
  recoveryPolicyRoutes,
  recoveryRoutes,
  recoveryWorkRoutes,
  type RecoverySettingsInput,
} from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendJob } from "#modules/customer-mail/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { countCustomerIds } from "#testing/count-customer-ids.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import {
  attempt,
  invoice,
  openLedgerCompany,
  subscription,
  type LedgerCompany,
} from "#testing/ledger-company.ts";
import { decideInFlow } from "../fixtures/decide-in-flow.ts";
import { followLedgerJob } from "../follow-ledger.ts";
import { workJob } from "./work-cases.ts";

let app: TestApp;
let ledger: LedgerCompany;
let owner: CompanyUser;

beforeAll(async () => {
  app = await createTestApp({ appUrl: "https://app.test", rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  at("2026-06-01T09:00:00Z");
  ledger = await openLedgerCompany(app);
  owner = (await buildUser(app.db, ledger.companyId, "Owner")).actor;
  await ledger.customers([
    { externalId: "C-1", fullName: "Hannah Feldman", email: "pay@harbor.test" },
    { externalId: "C-2", fullName: "Nordvik" },
  ]);
});

const at = (time: string) => app.clock.set(new Date(time));
const settings = (more: Partial<RecoverySettingsInput> = {}) =>
  app.call(owner, recoveryWorkRoutes.saveSettings, {
    body: { sends: true, retries: "observe", controlPercent: 0, providerHasStopped: false, ...more },
  });
/** What happens within a minute of that moment. */
const minute = async (time: string) => {
  at(time);
  const { companyId } = ledger;
  await app.runJob(followLedgerJob.company, { companyId });
  await app.runJob(workJob.company, { companyId });
  await app.runJob(sendJob.company, { companyId });
};
const told = (time: string) => ({ toldAt: new Date(time), now: new Date(time) });
const fails = async (time: string, more: Parameters<typeof attempt>[0] = {}) => {
  const customer = more.customer ?? { externalId: "C-1" };
  await ledger.write(
    "invoices",
    [invoice({ sourceId: more.invoiceSourceId ?? "I-1", customer, dueAt: null, issuedAt: time })],
    told(time),
  );
  await ledger.write("payment_attempts", [attempt({ attemptedAt: time, ...more })], told(time));
};
const subjects = async () =>
  (
    await app.queryAsAdmin<{ subject: string; to_address: string }>(
      "select subject from mails where company_id = $1 order by created_at, id",
      [ledger.companyId],
    )
  ).map(({ subject }) => subject);
const only = async () => (await app.call(owner, recoveryRoutes.cases, { query: {} })).body.items[0]!;
const detail = async (id: string) =>
  (await app.call(owner, recoveryWorkRoutes.detail, { params: { id } })).body;

describe("messages about a failed payment", () => {
  it("leave by the sequence after a silent time, once each, by day, with a link that opens without signing in, and stop with the payment", async () => {
    await fails("2026-05-31T10:00:00Z", { invoiceSourceId: "I-old", sourceId: "A-old" });
    expect((await settings()).body).toMatchObject({ sends: true, sendsSince: "2026-06-01T09:00:00.000Z" });
    await fails("2026-06-01T10:00:00Z");
    await minute("2026-06-01T10:01:00Z");
    // What failed before is left to people.
    const waiting = (await app.call(owner, recoveryRoutes.cases, { query: { sort: "next" } })).body.items;
    expect(waiting.map(({ invoice: of, nextStep, nextAt }) => [of, nextStep, nextAt])).toEqual([
      ["I-1", "message", "2026-06-03T10:00:00.000Z"],
      ["I-old", "provider", null],
    ]);
    await minute("2026-06-03T09:59:00Z");
    expect(await subjects()).toEqual([]);
    await minute("2026-06-03T10:00:00Z");
    await minute("2026-06-03T10:01:00Z");
    expect(await subjects()).toEqual(["Your payment to Test company did not go through"]);
    const [mail] = await app.queryAsAdmin<{ text: string }>(
      "select plain_text as text from mails where company_id = $1",
      [ledger.companyId],
    );
    expect(mail?.text).toContain("Hello Hannah,\n\nthe payment of $50.00 for your");
    const token = /https:\/\/app\.test\/pay\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    expect((await app.call(null, paymentLinkRoutes.look, { params: { token } })).body).toMatchObject({
      state: "open",
      amount: 50,
    });
    // Days in which nobody was at work are not made up for: the last message alone, in the morning and not by night.
    await minute("2026-06-12T03:00:00Z");
    expect(await subjects()).toHaveLength(1);
    await minute("2026-06-12T08:00:00Z");
    expect((await subjects()).slice(1)).toEqual(["Keep your subscription"]);
    await ledger.write(
      "invoices",
      [invoice({ dueAt: null, issuedAt: "2026-06-01T10:00:00Z", status: 2, paidAt: "2026-06-20T00:00:00Z" })],
      told("2026-06-20T00:00:00Z"),
    );
    await minute("2026-06-21T12:00:00Z");
    expect(await subjects()).toHaveLength(2);
    const paid = (await app.call(owner, recoveryRoutes.cases, { query: {} })).body.items.find(
      (one) => one.invoice === "I-1",
    )!;
    expect(paid).toMatchObject({ status: "recovered", nextStep: null, credit: "other" });
    expect((await detail(paid.id)).history.map(({ kind, text }) => [kind, text])).toEqual([
      ["failed", "Insufficient funds"],
      ["message", "Your payment to Test company did not go through"],
      ["message", "Keep your subscription"],
      ["ended", "Recovered"],
    ]);
  });

  it.each([
    [
      "the customer asks for the end",
      async () =>
        void (await ledger.write(
          "subscriptions",
          [subscription({ cancelRequestedAt: "2026-06-02T00:00:00Z", endedBy: "voluntary" })],
          told("2026-06-02T00:00:00Z"),
        )),
    ],
    [
      "a payment is disputed",
      async () =>
        void (await ledger.write(
          "payment_attempts",
          [
            attempt({
              sourceId: "A-9",
              invoiceSourceId: "I-9",
              succeeded: true,
              declineCode: null,
              disputeState: "open",
            }),
          ],
          told("2026-06-02T00:00:00Z"),
        )),
    ],
    ["the customer cancels in the cancel flow", () => decideInFlow(app, owner, "cancel")],
    [
      "it is written off",
      async (id: string) =>
        void (await app.call(owner, recoveryRoutes.mark, { params: { id }, body: { as: "written_off" } })),
    ],
    [
      "somebody pauses it",
      async (id: string) => void (await app.call(owner, recoveryRoutes.pause, { params: { id } })),
    ],
  ])("stop within a minute when %s, what waits already too", async (_what, happens) => {
    await settings();
    await ledger.write("subscriptions", [subscription()], told("2026-05-01T00:00:00Z"));
    await fails("2026-06-01T10:00:00Z");
    await app.queryAsAdmin("update invoices set subscription_source_id = 'S-1' where company_id = $1", [
      ledger.companyId,
    ]);
    const { companyId } = ledger;
    at("2026-06-03T10:00:00Z");
    await app.runJob(followLedgerJob.company, { companyId });
    // Written, and not sent yet: the mail server has been slow.
    await app.runJob(workJob.company, { companyId });
    const { id } = await only();
    await happens(id);
    await app.runJob(followLedgerJob.company, { companyId });
    const waits = await app.queryAsAdmin<{ due: boolean }>(
      "select due_at < now() + interval '1000 years' as due from customer_messages where company_id = $1 and status = 'waiting'",
      [companyId],
    );
    expect(waits.filter(({ due }) => due)).toEqual([]);
    await minute("2026-06-21T12:00:00Z");
    expect(await subjects()).toEqual([]);
  });

  it("are none to whom has no address, and go on where somebody goes on; a link is sent by hand at once", async () => {
    await settings();
    await fails("2026-06-01T10:00:00Z", { customer: { externalId: "C-2" } });
    await minute("2026-06-04T10:00:00Z");
    expect(await only()).toMatchObject({ heldBy: "no_address", nextStep: "provider" });
    const params = { id: (await only()).id };
    expect((await app.call(owner, recoveryWorkRoutes.sendLink, { params })).body).toMatchObject({
      code: "invalid_state",
      message: "No e-mail address of this customer is known.",
    });
    await ledger.customers([{ externalId: "C-2", email: "nord@vik.test" }]);
    expect((await app.call(owner, recoveryWorkRoutes.sendLink, { params })).body).toMatchObject({
      status: "in_recovery",
    });
    // Twice in a minute is once.
    expect((await app.call(owner, recoveryWorkRoutes.sendLink, { params })).body).toMatchObject({
      code: "invalid_state",
    });
    await app.runJob(sendJob.company, { companyId: ledger.companyId });
    expect(await subjects()).toEqual(["Your payment of $50.00 to Test company"]);
    expect((await app.call(owner, recoveryWorkRoutes.retry, { params })).body).toMatchObject({
      code: "invalid_state",
      message: expect.stringContaining("Your provider tries failed payments"),
    });
  });

  it("follow the policy in use, in yen as in dollars, and a preview says what one would get", async () => {
    const first = (await app.call(owner, recoveryPolicyRoutes.get)).body.inUse.policy;
    const [sequence] = first.sequences;
    const message = {
      afterDays: 1,
      subject: "{{amount}} for {{plan}}",
      body: "Hello {{name}},\n\nuntil {{grace_date}}.",
    };
    await app.call(owner, recoveryPolicyRoutes.save, {
      body: { ...first, sequences: [{ ...sequence!, messages: [message] }] },
    });
    await app.call(owner, recoveryPolicyRoutes.use);
    await settings();
    await ledger.write(
      "invoices",
      [invoice({ currency: "JPY", amountMinor: 9800, dueAt: null, issuedAt: "2026-06-01T10:00:00Z" })],
      told("2026-06-01T10:00:00Z"),
    );
    await ledger.write(
      "payment_attempts",
      [attempt({ currency: "JPY", amountMinor: 9800, attemptedAt: "2026-06-01T10:00:00Z" })],
      told("2026-06-01T10:00:00Z"),
    );
    await minute("2026-06-02T10:00:00Z");
    expect(await subjects()).toEqual(["¥9,800 for subscription"]);
    const { body } = await app.call(owner, recoveryWorkRoutes.preview, { body: { message, caseId: null } });
    expect(body).toMatchObject({
      customerName: "Hannah Feldman",
      to: "pay@harbor.test",
      subject: "¥9,800 for subscription",
      missing: [],
    });
    expect(body.text).toContain("until July 1, 2026.");
    const elsewhere = { ...message, body: "[here](javascript:alert(1))" };
    expect(
      (await app.call(owner, recoveryWorkRoutes.preview, { body: { message: elsewhere, caseId: null } }))
        .status,
    ).toBe(400);
  });
});

describe("the group that is written to later", () => {
  it("gets its first message on the tenth day, the last of those that were due, and shows what messages add", async () => {
    // Who is in the group is drawn by the company's key and the customer's id: both are the same in each run.
    await countCustomerIds(app);
    expect((await settings({ controlPercent: 20 })).status).toBe(200);
    await app.queryAsAdmin(
      "update recovery_settings set control_key = decode(repeat('07', 32), 'hex') where company_id = $1",
      [ledger.companyId],
    );
    const customers = Array.from({ length: 60 }, (_, index) => ({
      externalId: `K-${index}`,
      email: `k${index}@k.test`,
    }));
    await ledger.customers(customers);
    const time = "2026-06-01T10:00:00Z";
    await ledger.write(
      "invoices",
      customers.map((customer, index) =>
        invoice({ sourceId: `K-${index}`, customer, dueAt: null, issuedAt: time }),
      ),
      told(time),
    );
    await ledger.write(
      "payment_attempts",
      customers.map((customer, index) =>
        attempt({ sourceId: `K-${index}`, invoiceSourceId: `K-${index}`, customer, attemptedAt: time }),
      ),
      told(time),
    );
    await minute("2026-06-03T10:00:00Z");
    const arms = await app.queryAsAdmin<{ arm: string; n: number; written: number }>(
      `select arm, count(*)::int as n, count(first_message_at)::int as written from recovery_cases
       where company_id = $1 group by arm order by arm`,
      [ledger.companyId],
    );
    const [control, sent] = arms;
    expect(control!.n).toBeGreaterThan(3);
    expect(control).toMatchObject({ arm: "control", written: 0 });
    expect(sent).toMatchObject({ arm: "sent", written: 60 - control!.n });
    // Half of those written to pay the day after, and none of the others.
    const written = await app.queryAsAdmin<{ of: string }>(
      "select invoice_source_id as of from recovery_cases where company_id = $1 and arm = 'sent' order by 1",
      [ledger.companyId],
    );
    await ledger.write(
      "invoices",
      written
        .filter((_, index) => index % 2 === 0)
        .map(({ of }) =>
          invoice({
            sourceId: of,
            customer: { externalId: of },
            dueAt: null,
            issuedAt: time,
            status: 2,
            paidAt: "2026-06-04T00:00:00Z",
          }),
        ),
      told("2026-06-04T00:00:00Z"),
    );
    await minute("2026-06-10T12:00:00Z");
    const mailed = async () =>
      (
        await app.queryAsAdmin<{ n: number }>(
          "select count(*)::int as n from recovery_cases where company_id = $1 and arm = 'control' and first_message_at is not null",
          [ledger.companyId],
        )
      )[0]!.n;
    expect(await mailed()).toBe(0);
    await minute("2026-06-11T10:00:00Z");
    expect(await mailed()).toBe(control!.n);
    expect(new Set((await subjects()).slice(-control!.n))).toEqual(new Set(["Keep your subscription"]));
    const { body } = await app.call(owner, recoveryWorkRoutes.results, { query: {} });
    const paid = body.sent.paid;
    expect(body).toMatchObject({
      days: CONTROL_DAYS,
      sent: { cases: sent!.n },
      control: { cases: control!.n, paid: 0, recovered: 0 },
      cohorts: [{ month: "2026-06", cases: 60, recovered: 50 * paid, provisional: true }],
    });
    expect(paid).toBeGreaterThan(15);
    expect(body.difference!.value).toBeCloseTo(paid / sent!.n);
    // Few customers: by the interval that holds on any day nothing is said yet.
    expect(body.finding).toBe("inconclusive");
    expect(body.alwaysValid!.low).toBeLessThan(0);
    expect(body.added!.value).toBeCloseTo((paid / sent!.n) * body.sent.amount);
  });
});

it("says to a company's own app what to show, from the first day on, and nothing once it is paid", async () => {
  await fails("2026-06-01T10:00:00Z", { declineCode: "stolen_card" });
  await minute("2026-06-01T10:01:00Z");
  const banner = async () =>
    (await app.call(owner, recoveryWorkRoutes.banner, { query: { externalId: "C-1" } })).body;
  expect(await banner()).toMatchObject({
    banner: {
      tone: "action",
      title: "Your payment needs another card",
      amount: 50,
      currency: "USD",
      graceUntil: "2026-07-01T10:00:00.000Z",
      actionUrl: expect.stringContaining("https://app.test/pay?token="),
    },
  });
  expect(JSON.stringify(await banner())).not.toMatch(/stolen|lost/);
  expect((await app.call(owner, recoveryWorkRoutes.banner, { query: { externalId: "nobody" } })).status).toBe(
    404,
  );
  await app.call(owner, recoveryRoutes.mark, { params: { id: (await only()).id }, body: { as: "paid" } });
  expect(await banner()).toEqual({ banner: null });
});
