import { recoveryPolicyRoutes, recoveryRoutes, type RecoveryCase } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  attempt,
  invoice,
  openLedgerCompany,
  subscription,
  type LedgerCompany,
} from "#testing/ledger-company.ts";
import { metricsModule } from "#modules/metrics/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { followLedgerJob } from "./follow-ledger.ts";

let app: TestApp;
let ledger: LedgerCompany;
let staff: CompanyUser;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(new Date("2026-06-01T09:00:00Z"));
  ledger = await openLedgerCompany(app);
  staff = (await buildUser(app.db, ledger.companyId, "Staff")).actor;
  await ledger.customers([
    { externalId: "C-1", fullName: "Harbor Line", email: "pay@harbor.test" },
    { externalId: "C-2", fullName: "Nordvik" },
  ]);
});

const follow = () => app.runJob(followLedgerJob.company, { companyId: ledger.companyId });
const look = async (query: { month?: string; currency?: string } = {}) =>
  (await app.call(staff, recoveryRoutes.get, { query })).body;
const cases = async (query: Record<string, unknown> = {}) =>
  (await app.call(staff, recoveryRoutes.cases, { query })).body;
const only = async (): Promise<RecoveryCase> => {
  const { items } = await cases();
  expect(items).toHaveLength(1);
  return items[0]!;
};
const partsOf = async (query?: { month?: string; currency?: string }) =>
  Object.fromEntries(
    (await look(query)).parts.filter((one) => one.cases > 0).map((one) => [one.part, one.amount]),
  );

describe("a failed payment", () => {
  it("is one case for each bill, whatever came first, and ends with what the ledger says of it", async () => {
    // The try is told before its bill; the same again changes nothing.
    await ledger.write("payment_attempts", [attempt()]);
    await follow();
    expect((await cases()).totalCount).toBe(0);
    await ledger.write("invoices", [invoice({ dueAt: null })]);
    await follow();
    expect(await only()).toMatchObject({
      customer: { name: "Harbor Line", email: "pay@harbor.test" },
      invoice: "I-1",
      amount: 50,
      status: "open",
      class: "soft",
      reason: "insufficient_funds",
      declineCode: "insufficient_funds",
      tries: 1,
      plannedTries: 8,
      nextStep: "provider",
      paymentStatus: 1,
    });
    const { id } = await only();
    await ledger.write("payment_attempts", [
      attempt(),
      attempt({ sourceId: "A-2", attemptedAt: "2026-05-05T00:00:00Z", declineCode: "expired_card" }),
    ]);
    await follow();
    await follow();
    expect(await only()).toMatchObject({
      id,
      status: "in_recovery",
      class: "act",
      reason: "card_expired",
      tries: 2,
      nextStep: "new_card",
    });
    expect(await partsOf({ month: "2026-05" })).toEqual({ waiting: 50 });
    await ledger.write("invoices", [invoice({ dueAt: null, status: 2, paidAt: "2026-05-09T00:00:00Z" })], {
      toldAt: new Date("2026-06-01T09:00:00Z"),
    });
    await follow();
    expect(await only()).toMatchObject({
      id,
      status: "recovered",
      recovered: 50,
      credit: "silent",
      nextStep: null,
    });
    const may = await look({ month: "2026-05" });
    expect(may).toMatchObject({
      cases: 1,
      amount: 50,
      recovered: 50,
      rate: 1,
      rateByCases: 1,
      provisional: true,
      silentShare: 1,
      medianDays: 7,
      before: null,
      open: { cases: 0, amount: 0 },
    });
    expect(may.curve.points.at(-1)).toMatchObject({ share: 1 });
  });

  it("is lost after 60 days, canceled where the customer ended it, and what is given back is not recovered", async () => {
    await ledger.write("subscriptions", [
      subscription(),
      subscription({ sourceId: "S-2", customer: { externalId: "C-2" } }),
    ]);
    await ledger.write("invoices", [
      invoice({ dueAt: null }),
      invoice({ sourceId: "I-2", customer: { externalId: "C-2" }, subscriptionSourceId: "S-2", dueAt: null }),
      invoice({ sourceId: "I-3", dueAt: null, status: 2, paidAt: "2026-05-09T00:00:00Z" }),
    ]);
    await ledger.write("payment_attempts", [
      attempt(),
      attempt({ sourceId: "A-2", invoiceSourceId: "I-2", customer: { externalId: "C-2" } }),
      attempt({ sourceId: "A-3", invoiceSourceId: "I-3" }),
    ]);
    await follow();
    expect(await partsOf({ month: "2026-05" })).toEqual({ retrying: 100, recovered: 50 });
    const later = { toldAt: new Date("2026-06-02T00:00:00Z"), now: new Date("2026-06-02T00:00:00Z") };
    await ledger.write(
      "subscriptions",
      [
        subscription({
          sourceId: "S-2",
          customer: { externalId: "C-2" },
          cancelRequestedAt: "2026-05-20T00:00:00Z",
          endedBy: "voluntary",
        }),
      ],
      later,
    );
    await ledger.write(
      "invoices",
      [
        invoice({
          sourceId: "I-3",
          dueAt: null,
          status: 2,
          paidAt: "2026-05-09T00:00:00Z",
          refundedMinor: 5000,
        }),
      ],
      later,
    );
    await follow();
    const byInvoice = new Map((await cases()).items.map((one) => [one.invoice, one]));
    expect(byInvoice.get("I-2")).toMatchObject({ status: "cancelled", recovered: 0 });
    expect(byInvoice.get("I-3")).toMatchObject({ status: "lost", recovered: 0 });
    expect(byInvoice.get("I-1")).toMatchObject({ status: "open" });
    app.clock.set(new Date("2026-07-01T00:00:00Z"));
    await app.drainJobs();
    await follow();
    expect(await partsOf({ month: "2026-05" })).toEqual({ lost: 150 });
    expect((await look({ month: "2026-05" })).provisional).toBe(true);
    app.clock.set(new Date("2026-07-31T00:00:00Z"));
    expect((await look({ month: "2026-05" })).provisional).toBe(false);
  });

  it("that is given back months after it came counts as recovered no more, in Recovery as on the dashboard", async () => {
    const paid = invoice({ dueAt: null, status: 2, paidMinor: 5000, paidAt: "2026-05-09T00:00:00Z" });
    await ledger.write("invoices", [paid]);
    await ledger.write("payment_attempts", [attempt()]);
    const keepRollups = metricsModule.jobs!.find(({ name }) => name === "metrics.keep-rollups-company")!;
    const both = async () => {
      await follow();
      await app.runJob(keepRollups, { companyId: ledger.companyId });
      const [kept] = await app.queryAsAdmin<{ minor: number }>(
        "select recovered_minor::int as minor from failed_payments where company_id = $1",
        [ledger.companyId],
      );
      return [(await only()).recovered, (kept?.minor ?? Number.NaN) / 100];
    };
    expect(await both()).toEqual([50, 50]);
    const now = new Date("2026-11-01T00:00:00Z");
    app.clock.set(now);
    await ledger.write("invoices", [{ ...paid, refundedMinor: 2000 }], { toldAt: now, now });
    expect(await both()).toEqual([30, 30]);
  });

  it("is of yen in whole yen, and currencies are never added up", async () => {
    await ledger.write("invoices", [
      invoice({ dueAt: null }),
      invoice({ sourceId: "I-Y", currency: "JPY", amountMinor: 9800, dueAt: null }),
    ]);
    await ledger.write("payment_attempts", [
      attempt(),
      attempt({ sourceId: "A-Y", invoiceSourceId: "I-Y", currency: "JPY", amountMinor: 9800 }),
    ]);
    await follow();
    expect(await look({ month: "2026-05" })).toMatchObject({ currency: "USD", amount: 50 });
    expect(await look({ month: "2026-05", currency: "JPY" })).toMatchObject({
      currency: "JPY",
      amount: 9800,
    });
    expect((await cases()).totals).toEqual([
      { currency: "JPY", amount: 9800, recovered: 0 },
      { currency: "USD", amount: 50, recovered: 0 },
    ]);
    // Nor compared: 9,800 yen are not more than 5,000 cents.
    for (const sort of ["amount", "expected"] as const) {
      const { body } = await app.call(staff, recoveryRoutes.cases, { query: { state: "open", sort } });
      expect(body.items.map(({ currency }) => currency)).toEqual(["USD", "JPY"]);
    }
  });

  it("is paused, settled by hand and opened again by people, who read why not; an import that is taken back takes it along", async () => {
    await ledger.write("invoices", [invoice({ dueAt: null })]);
    await ledger.write("payment_attempts", [attempt()]);
    await follow();
    const params = { id: (await only()).id };
    const viewer = (await buildUser(app.db, ledger.companyId, "Viewer")).actor;
    expect((await app.call(viewer, recoveryRoutes.pause, { params })).status).toBe(403);
    expect((await app.call(staff, recoveryRoutes.pause, { params })).body).toMatchObject({
      nextStep: "paused",
    });
    expect((await app.call(staff, recoveryRoutes.pause, { params })).body).toMatchObject({
      code: "invalid_state",
      message: "This one is paused already.",
    });
    expect((await app.call(staff, recoveryRoutes.resume, { params })).body).toMatchObject({
      nextStep: "provider",
    });
    const marked = await app.call(staff, recoveryRoutes.mark, {
      params,
      body: { as: "paid", note: "By bank transfer" },
    });
    expect(marked.body).toMatchObject({ status: "manual", marked: { as: "paid", note: "By bank transfer" } });
    expect(await partsOf({ month: "2026-05" })).toEqual({ by_hand: 50 });
    expect((await app.call(staff, recoveryRoutes.pause, { params })).body).toMatchObject({
      code: "invalid_state",
    });
    expect((await app.call(staff, recoveryRoutes.unmark, { params })).body).toMatchObject({
      status: "open",
      marked: null,
    });
    await app.queryAsAdmin("delete from invoices where company_id = $1", [ledger.companyId]);
    await follow();
    expect((await cases()).totalCount).toBe(0);
  });
});

describe("a policy", () => {
  it("is saved as a draft, put into use, and kept as an earlier version; nonsense is refused at its field", async () => {
    const first = (await app.call(staff, recoveryPolicyRoutes.get)).body;
    expect(first).toMatchObject({ inUse: { version: 0, since: null }, draft: null, versions: [] });
    const policy = { ...first.inUse.policy, tries: 5, graceDays: 14 };
    const save = (body: typeof policy) => app.call(staff, recoveryPolicyRoutes.save, { body });
    expect((await app.call(staff, recoveryPolicyRoutes.use)).body).toMatchObject({ code: "invalid_state" });
    expect((await save({ ...policy, tries: 9 })).body).toMatchObject({
      code: "validation_failed",
      fields: { tries: "Never more than 8 in 14 days" },
    });
    const [sequence] = policy.sequences;
    const wrong = { ...sequence!, messages: [{ afterDays: 1, subject: "About {{salary}}", body: "x" }] };
    expect(JSON.stringify((await save({ ...policy, sequences: [wrong] })).body)).toContain(
      "{{salary}} is not known",
    );
    expect((await save(policy)).body.draft).toMatchObject({ version: 1, policy: { tries: 5 } });
    expect((await save({ ...policy, tries: 4 })).body.draft).toMatchObject({
      version: 1,
      policy: { tries: 4 },
    });
    const used = (await app.call(staff, recoveryPolicyRoutes.use)).body;
    expect(used).toMatchObject({ inUse: { version: 1, policy: { tries: 4 } }, draft: null });
    await save(policy);
    await app.call(staff, recoveryPolicyRoutes.use);
    const { versions } = (await app.call(staff, recoveryPolicyRoutes.get)).body;
    expect(versions.map(({ version, usedUntil }) => [version, usedUntil === null])).toEqual([
      [2, true],
      [1, false],
    ]);
  });

  it("replays the last 90 days: what it would have tried and sent until each was really over, and sends nothing", async () => {
    await ledger.write("invoices", [
      invoice({ dueAt: null, status: 2, issuedAt: "2026-05-01T00:00:00Z", paidAt: "2026-05-05T12:00:00Z" }),
      invoice({ sourceId: "I-2", customer: { externalId: "C-2" }, amountMinor: 9000, dueAt: null }),
      invoice({ sourceId: "I-old", issuedAt: "2026-01-01T00:00:00Z", dueAt: null }),
    ]);
    await ledger.write("payment_attempts", [
      attempt({ attemptedAt: "2026-05-01T07:00:00Z" }),
      attempt({
        sourceId: "A-2",
        invoiceSourceId: "I-2",
        customer: { externalId: "C-2" },
        declineCode: "lost_card",
        amountMinor: 9000,
      }),
      attempt({ sourceId: "A-3", invoiceSourceId: "I-old", attemptedAt: "2026-01-01T00:00:00Z" }),
    ]);
    await follow();
    const policy = (await app.call(staff, recoveryPolicyRoutes.get)).body.inUse.policy;
    const before = await app.queryAsAdmin("select count(*) from mails");
    const { body } = await app.call(staff, recoveryPolicyRoutes.replay, { body: policy });
    expect(body).toMatchObject({
      failures: 2,
      amounts: [{ currency: "USD", amount: 140 }],
      leftAlone: 1,
      heldBack: 0,
      done: { retries: 0, triesOfNever: 0 },
      now: { retries: 3, emails: 4, softEmailsEarly: 0, mostEmails: 3, triesOfNever: 0 },
      cost: { retries: 0.3 },
    });
    const [lost, paid] = body.rows;
    expect(lost).toMatchObject({
      class: "never",
      retriesAt: [],
      // The last one on the day on which grace is over.
      emailsAt: [expect.any(String), expect.any(String), expect.any(String)],
    });
    // Six hours after is past the morning; the pay day of Friday, May 1 is today; then the day after, and three days after.
    expect(paid!.retriesAt).toEqual([
      "2026-05-02T06:00:00.000Z",
      "2026-05-03T06:00:00.000Z",
      "2026-05-04T07:00:00.000Z",
    ]);
    const without = await app.call(staff, recoveryPolicyRoutes.replay, {
      body: {
        ...policy,
        sequences: [
          {
            name: "None",
            classes: ["soft", "never"],
            reasons: [],
            plans: [],
            fromAmount: null,
            messages: [],
          },
        ],
      },
    });
    expect(without.body.now.emails).toBe(0);
    expect(await app.queryAsAdmin("select count(*) from mails")).toEqual(before);
  });
});
