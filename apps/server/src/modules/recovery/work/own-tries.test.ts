import { once } from "node:events";
import { paymentLinkRoutes, recoveryRoutes, recoveryWorkRoutes } from "@forestay/contracts";
import type { StripePeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import type { TestApp } from "#testing/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { startWorker } from "#testing/start-worker.ts";
import { openTryingCompany, type TryingCompany } from "../fixtures/trying-company.ts";
import { workJob } from "./work-cases.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const LOCK = 471;

let app: TestApp;
let peer: StripePeer;
let owner: CompanyUser;
let companyId: string;
let customer: string;
let company: TryingCompany;
let clock: TryingCompany["clock"];

/** A bill of 49.00 whose first try failed, at a company that tries itself since before. */
beforeEach(async () => {
  company = await openTryingCompany();
  ({ app, peer, owner, companyId, customer, clock } = company);
  await company.fail();
});
afterEach(() => company.close());

const saveOwn = (providerHasStopped?: boolean) => company.saveOwn(providerHasStopped);
const sync = () => company.sync();
const work = () => company.work();
const pass = (ms: number) => company.pass(ms);
const only = () => company.only();
const history = () => company.history();
const charges = () => company.charges();
const paidCharges = () => company.paidCharges();
const tries = () => company.tries();

describe("a try of our own", () => {
  it("is made when it is due, by the schedule of its decline, stands in the history, and ends with the payment", async () => {
    const before = charges().length;
    // It failed a day ago: of the tries that its schedule had since, one is made.
    await work();
    expect(charges()).toHaveLength(before + 1);
    expect(await tries()).toEqual([{ n: 1, state: "declined" }]);
    await pass(30 * 60_000);
    expect(charges()).toHaveLength(before + 1);
    await sync();
    await work();
    expect(await only()).toMatchObject({ status: "in_recovery", tries: 2, nextStep: "try" });
    peer.data.letCard(customer, null);
    await pass(4 * HOUR_MS);
    expect(paidCharges()).toBe(2);
    expect(await only()).toMatchObject({ heldBy: "settled_there" });
    await sync();
    expect(await only()).toMatchObject({ status: "recovered", recovered: 49 });
    expect(await history()).toEqual([
      "failed: Processing error",
      "own_try: Declined: processing error",
      "own_try: Paid",
      "ended: Recovered",
    ]);
    await pass(10 * DAY_MS);
    expect(paidCharges()).toBe(2);
  });

  it("is refused by hand beyond the limit, to a card that must not be tried, and while the provider tries itself", async () => {
    const params = { id: (await only()).id };
    const retry = () => app.call(owner, recoveryWorkRoutes.retry, { params });
    for (let n = 1; n <= 7; n += 1) {
      clock.advance(HOUR_MS / 2);
      app.clock.set(new Date(clock.now()));
      expect((await retry()).body).toMatchObject({ outcome: "declined" });
    }
    expect((await retry()).body).toMatchObject({
      code: "invalid_state",
      message: "The limit on tries of a card is reached: 8 in 14 days.",
    });
    const made = charges().length;
    await pass(10 * DAY_MS);
    // Seven of ours and the first one: never a ninth in 14 days.
    expect(charges()).toHaveLength(made);
    await pass(5 * DAY_MS);
    peer.data.letCard(customer, "stolen_card");
    expect((await retry()).body).toMatchObject({
      outcome: "declined",
      words: "Declined: card reported lost",
    });
    const after = charges().length;
    expect((await retry()).body).toMatchObject({
      message: "This card must not be tried again: another one is needed.",
    });
    await pass(20 * DAY_MS);
    expect(charges()).toHaveLength(after);
  });

  it("is not made while Stripe tries itself, of a bill that is paid meanwhile, nor of what failed before it was switched on", async () => {
    const open = charges().length;
    const bill = [...peer.data.account.invoices.all()].find(({ status }) => status === "open")!;
    bill.next_payment_attempt = clock.seconds() + 3 * 86_400;
    await pass(2 * HOUR_MS);
    expect(await tries()).toEqual([{ n: 1, state: "not_tried" }]);
    expect(await only()).toMatchObject({ heldBy: "provider_retries" });
    bill.next_payment_attempt = null;
    peer.data.letCard(customer, null);
    bill.status = "paid";
    await pass(DAY_MS);
    expect(charges().length).toBe(open);
    expect(await only()).toMatchObject({ heldBy: "settled_there" });
    expect((await saveOwn(false)).status).toBe(200);
    await app.call(owner, recoveryWorkRoutes.saveSettings, {
      body: { sends: false, retries: "observe", controlPercent: 5, providerHasStopped: false },
    });
    expect((await saveOwn(false)).body).toMatchObject({
      fields: { providerHasStopped: expect.stringContaining("Switch your provider's own retries off") },
    });
    bill.status = "open";
    expect((await saveOwn()).status).toBe(200);
    await pass(DAY_MS);
    expect(charges().length).toBe(open);
  });
});

describe("another card", () => {
  const declined = async (code: Parameters<StripePeer["data"]["letCard"]>[1]) => {
    peer.data.letCard(customer, code);
    await work();
    await sync();
    await work();
    expect(await only()).toMatchObject({ nextStep: "new_card" });
    return charges().length;
  };

  it("is tried as soon as the customer comes back from the provider's page, also where the subscription names the old one", async () => {
    const before = await declined("expired_card");
    const [subscription] = peer.data.account.subscriptions.all();
    subscription!.default_payment_method =
      peer.data.account.customers.get(customer)!.invoice_settings.default_payment_method;
    const { url } = (await app.call(owner, recoveryRoutes.link, { params: { id: (await only()).id } })).body;
    const params = { token: new URL(url).searchParams.get("token") ?? "" };
    const open = async () => (await app.call(null, paymentLinkRoutes.open, { params })).body;
    const page = await open();
    expect(page).toMatchObject({ state: "open", url: expect.stringContaining("/p/session/") });
    clock.advance(60_000);
    app.clock.set(new Date(clock.now()));
    const give = (card: string) =>
      fetch(page.url ?? "", { method: "POST", body: new URLSearchParams({ card }), redirect: "manual" });
    await give("pm_card_chargeDeclinedExpiredCard");
    expect(await open()).toMatchObject({ state: "declined", url: expect.stringContaining("/p/session/") });
    // The same one is not tried a second time by looking again.
    expect(await open()).toMatchObject({ state: "open" });
    expect(charges()).toHaveLength(before + 1);
    clock.advance(60_000);
    app.clock.set(new Date(clock.now()));
    await give("pm_card_mastercard");
    expect(await open()).toEqual({ state: "settled", url: null });
    expect(charges()).toHaveLength(before + 2);
    await sync();
    expect(await only()).toMatchObject({ status: "recovered", recovered: 49, credit: "link" });
  });

  it("is not asked for where the bank wants the customer to confirm: that is done on the bill's own page", async () => {
    await declined("expired_card");
    const { url } = (await app.call(owner, recoveryRoutes.link, { params: { id: (await only()).id } })).body;
    const params = { token: new URL(url).searchParams.get("token") ?? "" };
    const open = async () => (await app.call(null, paymentLinkRoutes.open, { params })).body;
    expect(await open()).toMatchObject({ url: expect.stringContaining("/p/session/") });
    clock.advance(60_000);
    app.clock.set(new Date(clock.now()));
    peer.data.changeCard(customer, "pm_card_authenticationRequired");
    // Tried, and not told here yet; once it is told the same.
    expect(await open()).toMatchObject({ state: "declined", url: expect.stringContaining("/i/") });
    await sync();
    expect(await open()).toMatchObject({ state: "open", url: expect.stringContaining("/i/") });
  });

  it("that was given elsewhere is found within a day; one of the number that was stolen is never tried", async () => {
    const before = await declined("stolen_card");
    const { account } = peer.data;
    const cardNow = () =>
      account.paymentMethods.get(account.customers.get(customer)!.invoice_settings.default_payment_method!)!
        .card;
    const stolen = cardNow().fingerprint ?? "";
    await pass(HOUR_MS);
    peer.data.changeCard(customer, "pm_card_visa");
    cardNow().fingerprint = stolen;
    await pass(DAY_MS);
    await pass(DAY_MS);
    expect(charges()).toHaveLength(before);
    peer.data.changeCard(customer, "pm_card_visa");
    await pass(DAY_MS);
    expect(charges()).toHaveLength(before + 1);
    await sync();
    expect(await only()).toMatchObject({ status: "recovered", recovered: 49 });
  });
});

describe("a worker that fails", () => {
  it("on the way to another card asks for it again within a day", async () => {
    peer.data.letCard(customer, "expired_card");
    await work();
    await sync();
    await work();
    const before = charges().length;
    await pass(HOUR_MS);
    peer.data.changeCard(customer, "pm_card_visa");
    await app.queryAsAdmin(
      "create function fail_try() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$",
    );
    await app.queryAsAdmin(
      "create trigger fail before insert on recovery_tries for each row execute function fail_try()",
    );
    await expect(pass(DAY_MS)).rejects.toThrow("cut off");
    await app.queryAsAdmin("drop trigger fail on recovery_tries");
    await work();
    expect(charges()).toHaveLength(before);
    await pass(DAY_MS);
    expect(charges()).toHaveLength(before + 1);
  });
});

describe("a worker whose clock goes behind", () => {
  it("asks again for the try of one that died", async () => {
    peer.data.letCard(customer, null);
    const paid = paidCharges();
    clock.advance(2 * HOUR_MS);
    app.clock.set(new Date(clock.now()));
    await app.queryAsAdmin(
      "create function fail_try() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$",
    );
    await app.queryAsAdmin(
      "create trigger fail before update on recovery_tries for each row execute function fail_try()",
    );
    await app.queryAsAdmin("update recovery_cases set look_at = first_failed_at");
    await expect(work()).rejects.toThrow("cut off");
    expect(await tries()).toEqual([{ n: 1, state: "asked" }]);
    await app.queryAsAdmin("drop trigger fail on recovery_tries");
    app.clock.advance(-60_000);
    await work();
    expect(await tries()).toEqual([{ n: 1, state: "paid" }]);
    expect(paidCharges()).toBe(paid + 1);
  });
});

describe("a worker that is killed", () => {
  it.each([
    ["before the try is written down", "insert", 0, 0],
    ["after the charge, before its answer is", "update", 1, 1],
  ] as const)("%s charges once", async (_where, deed, chargedBefore, rowsBefore) => {
    peer.data.letCard(customer, null);
    const paid = paidCharges();
    clock.advance(2 * HOUR_MS);
    app.clock.set(new Date(clock.now()));
    await app.queryAsAdmin(`create function hold_try() returns trigger language plpgsql security definer as
      $$ begin perform pg_advisory_xact_lock(${LOCK}); return new; end $$`);
    await app.queryAsAdmin(
      `create trigger hold before ${deed} on recovery_tries for each row execute function hold_try()`,
    );
    const holder = await app.db.openConnection("holder");
    await holder.query(`select pg_advisory_lock(${LOCK})`);
    await app.queryAsAdmin("update recovery_cases set look_at = first_failed_at");
    const worker = startWorker(app, ["recovery.work-company"], { providers: app.context.config.providers });
    await enqueue();
    const waits = `select 1 from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`;
    await expect.poll(() => app.queryAsAdmin(waits), { timeout: 600_000 }).toHaveLength(1);
    worker.kill("SIGKILL");
    await once(worker, "exit");
    await holder.end();
    await app.queryAsAdmin("drop trigger hold on recovery_tries");
    await app.queryAsAdmin("drop function hold_try()");
    expect(paidCharges()).toBe(paid + chargedBefore);
    expect(await tries()).toHaveLength(rowsBefore);
    // The queue gives the job again; an hour later at the latest somebody looks anyway.
    await pass(HOUR_MS + 60_000);
    await work();
    expect(paidCharges()).toBe(paid + 1);
    expect((await tries()).map(({ state }) => state)).toEqual(["paid"]);
    await sync();
    expect(await only()).toMatchObject({ status: "recovered", recovered: 49 });
    await pass(DAY_MS);
    expect(paidCharges()).toBe(paid + 1);
  });
});

async function enqueue(): Promise<void> {
  await withTenant(app.db, companyId, (tx) =>
    app.jobs.enqueue(tx, workJob.company, { companyId }, { singletonKey: companyId, groupKey: companyId }),
  );
}
