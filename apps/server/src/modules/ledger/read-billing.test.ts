import { billingRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import {
  attempt,
  invoice,
  NOW,
  openLedgerCompany,
  subscription,
  type LedgerCompany,
} from "#testing/ledger-company.ts";

let app: TestApp;
let ledger: LedgerCompany;
let viewer: CompanyUser;
beforeAll(async () => {
  app = await createTestApp();
  app.clock.set(NOW);
  ledger = await openLedgerCompany(app);
  viewer = (await buildUser(app.db, ledger.companyId, "Viewer")).actor;
  await ledger.customers([{ externalId: "C-1" }, { externalId: "C-2" }]);
});
afterAll(() => app.close());

async function idOf(externalId: string): Promise<string> {
  const [row] = await ledger.query<{ id: string }>(
    `select id from customers where company_id = $1 and external_id = '${externalId}'`,
  );
  return row?.id ?? "";
}
const billingOf = async (externalId: string) =>
  (await app.call(viewer, billingRoutes.get, { params: { id: await idOf(externalId) } })).body;

it("says what is charged, what is open and overdue, and how often each bill was tried", async () => {
  await ledger.write("subscriptions", [subscription({ renewsAt: "2026-06-15T00:00:00Z" })]);
  await ledger.write("invoices", [
    invoice(),
    invoice({
      sourceId: "I-2",
      issuedAt: "2026-05-20T00:00:00Z",
      dueAt: "2026-06-20T00:00:00Z",
      amountMinor: 1250,
      paidMinor: 250,
    }),
    invoice({
      sourceId: "I-3",
      issuedAt: "2026-04-01T00:00:00Z",
      status: 2,
      paidMinor: 5000,
      paidAt: "2026-04-02T00:00:00Z",
    }),
    invoice({ sourceId: "I-4", issuedAt: "2026-03-01T00:00:00Z", currency: "JPY", amountMinor: 900 }),
    invoice({ sourceId: "I-5", issuedAt: "2026-02-01T00:00:00Z", status: 0 }),
  ]);
  await ledger.write("payment_attempts", [
    attempt(),
    attempt({ sourceId: "A-2", attemptedAt: "2026-05-09T00:00:00Z", declineCode: "expired_card" }),
    attempt({
      sourceId: "A-3",
      invoiceSourceId: "I-3",
      attemptedAt: "2026-04-02T00:00:00Z",
      succeeded: true,
    }),
  ]);
  const billing = await billingOf("C-1");
  expect(billing).toMatchObject({
    isKnown: true,
    open: [
      { amount: 900, currency: "JPY", bills: 1 },
      { amount: 60, currency: "USD", bills: 2 },
    ],
    charges: [
      {
        plan: "Pro",
        amount: 50,
        currency: "USD",
        intervalUnit: "month",
        intervalCount: 1,
        isEstimated: false,
        renewsAt: "2026-06-15T00:00:00.000Z",
      },
    ],
    billCount: 4,
  });
  expect(
    billing.bills.map(({ number, amount, isOverdue, tries }) => [number, amount, isOverdue, tries]),
  ).toEqual([
    ["I-2", 12.5, false, 0],
    ["I-1", 50, true, 2],
    ["I-3", 50, false, 1],
    ["I-4", 900, true, 0],
  ]);
  expect(billing.bills.map(({ lastTry }) => lastTry)).toEqual([
    null,
    { at: "2026-05-09T00:00:00.000Z", succeeded: false, declineCode: "expired_card" },
    { at: "2026-04-02T00:00:00.000Z", succeeded: true, declineCode: null },
    null,
  ]);
});

it("calls a bill overdue from the day after it is due, by the company's clocks", async () => {
  const berlin = await openLedgerCompany(app);
  await app.queryAsAdmin("update companies set time_zone = 'Europe/Berlin' where id = $1", [
    berlin.companyId,
  ]);
  await berlin.customers([{ externalId: "C-1" }]);
  await berlin.write("invoices", [invoice({ dueAt: "2026-05-31T22:00:00Z" })]);
  const [row] = await berlin.query<{ id: string }>("select id from customers where company_id = $1");
  const reader = (await buildUser(app.db, berlin.companyId, "Viewer")).actor;
  const overdueAt = async (time: string) => {
    app.clock.set(new Date(time));
    const { body } = await app.call(reader, billingRoutes.get, { params: { id: row!.id } });
    return body.bills.map(({ isOverdue }) => isOverdue);
  };
  expect(await overdueAt("2026-06-01T21:59:59Z")).toEqual([false]);
  expect(await overdueAt("2026-06-01T22:00:00Z")).toEqual([true]);
  app.clock.set(NOW);
});

it("says nothing of a customer that the ledger does not know, and of nobody else's", async () => {
  expect(await billingOf("C-2")).toEqual({ isKnown: false, open: [], charges: [], bills: [], billCount: 0 });
  const stranger = (await buildUser(app.db, (await openLedgerCompany(app)).companyId, "Owner")).actor;
  const answer = await app.call(stranger, billingRoutes.get, { params: { id: await idOf("C-1") } });
  expect(answer.status).toBe(404);
});
