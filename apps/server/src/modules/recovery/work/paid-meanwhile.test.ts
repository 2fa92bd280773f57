import { afterEach, beforeEach, expect, it } from "vitest";
import { openTryingCompany, type TryingCompany } from "../fixtures/trying-company.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const LOCK = 472;

let company: TryingCompany;

beforeEach(async () => {
  company = await openTryingCompany();
  await company.saveOwn(true, true);
  await company.fail();
  await company.hear();
});
afterEach(() => company.close());

const mails = () =>
  company.app.queryAsAdmin("select unique_key from customer_messages where company_id = $1", [
    company.companyId,
  ]);
const advance = (ms: number) => {
  company.clock.advance(ms);
  company.app.clock.set(new Date(company.clock.now()));
};
const paysOnItsPage = async (card = "pm_card_visa", becomes = "paid") => {
  const [bill] = [...company.peer.data.account.invoices.all()].filter(({ status }) => status === "open");
  await fetch(`${bill!.hosted_invoice_url}`, {
    method: "POST",
    body: new URLSearchParams({ card }),
    redirect: "manual",
  });
  expect(bill!.status).toBe(becomes);
};

it("hears by webhook that the bill is paid while its try waits for the answer: one charge, recovered, and no mail", async () => {
  const { app, peer } = company;
  peer.data.letCard(company.customer, null);
  const paid = company.paidCharges();
  // A try and a message fall due together.
  advance(3 * DAY_MS);
  await app.queryAsAdmin(`create function hold_answer() returns trigger language plpgsql security definer as
    $$ begin perform pg_advisory_xact_lock(${LOCK}); return new; end $$`);
  await app.queryAsAdmin(
    "create trigger hold before update on recovery_tries for each row execute function hold_answer()",
  );
  const holder = await app.db.openConnection("holder");
  await holder.query(`select pg_advisory_lock(${LOCK})`);
  await app.queryAsAdmin("update recovery_cases set look_at = first_failed_at");
  const working = company.work();
  const waits = `select 1 from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`;
  await expect.poll(() => app.queryAsAdmin(waits), { timeout: 600_000 }).toHaveLength(1);
  expect(company.paidCharges()).toBe(paid + 1);
  expect(await company.tries()).toEqual([{ n: 1, state: "asked" }]);
  expect(await company.hear()).toContain("invoice.paid");
  await company.sync();
  expect(await company.only()).toMatchObject({ status: "recovered", recovered: 49 });
  await holder.end();
  await working;
  await app.queryAsAdmin("drop trigger hold on recovery_tries");
  expect(await company.tries()).toEqual([{ n: 1, state: "paid" }]);
  await company.pass(DAY_MS);
  await company.sync();
  await company.work();
  expect(company.paidCharges()).toBe(paid + 1);
  expect(await company.only()).toMatchObject({ status: "recovered", recovered: 49, nextStep: null });
  expect(await company.history()).toEqual(["failed: Processing error", "own_try: Paid", "ended: Recovered"]);
  expect(await mails()).toEqual([]);
});

it.each([
  ["never reached the provider", true, "not_tried"],
  ["was declined, its answer lost", "after", "declined"],
] as const)(
  "does not count a payment of the customer's own as a try that %s",
  async (_what, dropSocket, state) => {
    const { peer } = company;
    const fault = peer.fault({ match: "POST /v1/invoices/*/pay", dropSocket, times: 99 });
    advance(2 * 3_600_000);
    await company.work();
    expect(await company.tries()).toEqual([{ n: 1, state: "asked" }]);
    fault.cancel();
    advance(MINUTE_MS);
    await paysOnItsPage();
    await company.pass(6 * MINUTE_MS);
    expect(await company.tries()).toEqual([{ n: 1, state }]);
    await company.sync();
    expect(await company.only()).toMatchObject({ status: "recovered", recovered: 49 });
    expect((await company.history()).filter((line) => line.startsWith("own_try: Paid"))).toEqual([]);
  },
);

it.each([
  ["and its news come first", 6 * MINUTE_MS],
  ["and nobody asks any more until its key may be forgotten", DAY_MS],
])(
  "knows its own charge where it was asked for again hours later, its answer was lost %s",
  async (_what, passed) => {
    const { peer } = company;
    const pay = "POST /v1/invoices/*/pay";
    const away = peer.fault({ match: pay, dropSocket: true, times: 99 });
    advance(2 * HOUR_MS);
    await company.work();
    advance(3 * HOUR_MS);
    await company.work();
    away.cancel();
    peer.data.letCard(company.customer, null);
    const paid = company.paidCharges();
    const lost = peer.fault({ match: pay, dropSocket: "after", times: 99 });
    advance(6 * MINUTE_MS);
    await company.work();
    expect(company.paidCharges()).toBe(paid + 1);
    expect(await company.tries()).toEqual([{ n: 1, state: "asked" }]);
    lost.cancel();
    await company.sync();
    await company.pass(passed);
    expect(await company.tries()).toEqual([{ n: 1, state: "paid" }]);
    expect(company.paidCharges()).toBe(paid + 1);
    expect(await company.history()).toEqual([
      "failed: Processing error",
      "own_try: Paid",
      "ended: Recovered",
    ]);
  },
);

it("knows its own charge by the times where its key may not ask any more", async () => {
  const { peer } = company;
  const pay = "POST /v1/invoices/*/pay";
  peer.data.letCard(company.customer, null);
  const lost = peer.fault({ match: pay, dropSocket: "after", times: 99 });
  advance(2 * HOUR_MS);
  await company.work();
  expect(await company.tries()).toEqual([{ n: 1, state: "asked" }]);
  lost.cancel();
  peer.fault({
    match: pay,
    status: 403,
    body: { error: { type: "invalid_request_error", message: "This key may not pay." } },
    times: 99,
  });
  await company.sync();
  await company.pass(6 * MINUTE_MS);
  expect(await company.tries()).toEqual([{ n: 1, state: "paid" }]);
});

it("leaves what the customer paid between two of its calls to the customer", async () => {
  const { peer } = company;
  const away = peer.fault({ match: "POST /v1/invoices/*/pay", dropSocket: true, times: 99 });
  advance(2 * HOUR_MS);
  await company.work();
  advance(6 * MINUTE_MS);
  await company.work();
  away.cancel();
  advance(MINUTE_MS);
  await paysOnItsPage();
  await company.sync();
  await company.pass(6 * MINUTE_MS);
  expect(await company.tries()).toEqual([{ n: 1, state: "not_tried" }]);
  expect(await company.history()).toEqual([
    "failed: Processing error",
    expect.stringMatching(/^own_try: /),
    "try: Paid",
    "ended: Recovered",
  ]);
});

it("takes one attempt for its own where the customer made another between two of its calls", async () => {
  const { peer } = company;
  const away = peer.fault({ match: "POST /v1/invoices/*/pay", dropSocket: true, times: 99 });
  advance(2 * HOUR_MS);
  await company.work();
  advance(2 * HOUR_MS);
  await paysOnItsPage("pm_card_visa_chargeDeclinedInsufficientFunds", "open");
  advance(HOUR_MS);
  await company.work();
  away.cancel();
  advance(6 * MINUTE_MS);
  await company.work();
  expect((await company.tries())[0]).toEqual({ n: 1, state: "declined" });
  await company.sync();
  expect(await company.history()).toEqual([
    "failed: Processing error",
    "own_try: Declined: processing error",
    "try: Insufficient funds",
    "own_try: Declined: processing error",
  ]);
});

it("leaves a try of long ago whose answer never came to whoever paid by then", async () => {
  const { peer } = company;
  peer.fault({ match: "POST /v1/invoices/*/pay", dropSocket: true, times: 99 });
  advance(2 * 3_600_000);
  await company.work();
  advance(DAY_MS);
  await paysOnItsPage();
  await company.sync();
  await company.pass(MINUTE_MS);
  expect(await company.tries()).toEqual([{ n: 1, state: "not_tried" }]);
});
