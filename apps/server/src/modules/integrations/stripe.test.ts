import { dashboardRoutes, integrationRoutes, matchRoutes } from "@forestay/contracts";
import { peerClock, startStripe, type StripePeer } from "@forestay/provider-sandboxes";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readConfig } from "#config";
import { buildCompany, buildUser, createTestApp, providersWith, type TestApp } from "#testing/index.ts";
import { CONNECTED_AT } from "#testing/connected-company.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { mrrOf } from "./fixtures/stripe-mrr.ts";

let app: TestApp;
let peer: StripePeer;
let owner: SignedInUser;
const params = { provider: "stripe" as const };

beforeEach(async () => {
  const clock = peerClock(CONNECTED_AT);
  peer = await startStripe({ data: "sample", clock });
  app = await createTestApp({
    ...readConfig({}),
    providers: providersWith({ stripe: { base: peer.url } }),
    rateLimitScale: 1000,
  });
  app.clock.set(new Date(clock.now()));
  owner = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner")).actor;
});
afterEach(async () => {
  await app.close();
  await peer.close();
});

const connect = () =>
  app.call(owner, integrationRoutes.connect, { params, body: { credential: peer.keys.restricted } });
async function sync(body = {}): Promise<void> {
  expect((await app.call(owner, integrationRoutes.sync, { params, body })).status).toBe(202);
  await app.drainJobs();
}
const read = async () => (await app.call(owner, integrationRoutes.get, { params })).body;
const rows = <T extends object = object>(text: string, values: unknown[] = []) =>
  app.queryAsAdmin<T>(text, values);

/** Everything of the ledger and of customers, but when it was told and written. */
const wholeLedger = () =>
  rows<{ kind: string; row: unknown }>(`
    select 'customer' as kind, to_jsonb(c) - '{id,created_at,updated_at,created_teller,value_sources}'::text[] as row from customers c
    union all select 'subscription', to_jsonb(s) - '{id,customer_id,told_at,price_told_at,older,created_at,updated_at}'::text[] from subscriptions s
    union all select 'price', to_jsonb(p) - '{id,subscription_id}'::text[] from subscription_prices p
    union all select 'invoice', to_jsonb(i) - '{id,customer_id,told_at,older,created_at,updated_at}'::text[] from invoices i
    union all select 'attempt', to_jsonb(a) - '{id,customer_id,told_at,older,created_at,updated_at}'::text[] from payment_attempts a
    order by 1, 2`);

it("shows what would come in, reads all of it to the cent, and again without a change", async () => {
  expect((await connect()).body).toMatchObject({ status: "Connected", connection: { lastSyncAt: null } });
  const look = (await app.call(owner, integrationRoutes.preview, { params })).body;
  expect(look.objects.map(({ object, looked }) => [object, looked])).toEqual([
    ["customers", 100],
    ["invoices", 100],
    ["subscriptions", 100],
    ["charges", 100],
  ]);
  expect(look.customers).toEqual({ linked: 0, byEmail: 0, fresh: 100, ambiguous: 0 });
  expect(await rows("select 1 from customers")).toEqual([]);

  await sync();
  const { account } = peer.data;
  const stripe = [...account.customers.all()];
  expect(await read()).toMatchObject({
    status: "Connected",
    connection: { linkedCustomers: stripe.length, failedRecords: 0, run: null },
  });
  expect((await app.call(owner, dashboardRoutes.health)).body.connections).toEqual([
    {
      provider: "stripe",
      name: "Stripe",
      status: "Connected",
      lastSyncAt: app.clock.now().toISOString(),
      lastError: null,
    },
  ]);
  const known = await rows<{ id: string; mrr: number | null; currency: string | null }>(
    `select l.source_id as id, c.monthly_revenue_cents as mrr, c.currency
     from customer_links l join customers c on c.id = l.customer_id`,
  );
  const wrong = known.flatMap(({ id, mrr, currency }) => {
    const expected = mrrOf(account, id, app.clock.now());
    const isRight =
      expected === null
        ? Number(mrr) === 0
        : expected.minor === Number(mrr) && expected.currency === currency;
    return isRight ? [] : [{ id, mrr, currency, expected }];
  });
  expect(wrong).toEqual([]);
  expect(known.filter(({ mrr }) => Number(mrr) > 0).length).toBeGreaterThan(200);

  const statuses = ["draft", "open", "paid", "void", "uncollectible"];
  const bills = await rows<{ id: string; said: string }>(
    "select source_id as id, concat_ws(' ', status, currency, amount_minor, paid_minor, refunded_minor) as said from invoices",
  );
  const given = new Map<string, number>();
  for (const charge of account.charges.all())
    for (const payment of account.invoicePayments.all())
      if (payment.payment.payment_intent === charge.payment_intent && charge.amount_refunded > 0)
        given.set(payment.invoice as string, charge.amount_refunded);
  const expected = [...account.invoices.all()].map(
    ({ id = "", status, currency, total, amount_paid, ...bill }) => {
      const asked = total - (bill.pre_payment_credit_notes_amount ?? 0);
      return [
        id,
        [statuses.indexOf(status ?? ""), currency.toUpperCase(), asked, amount_paid, given.get(id) ?? 0].join(
          " ",
        ),
      ];
    },
  );
  expect(new Map(bills.map(({ id, said }) => [id, said]))).toEqual(new Map(expected as [string, string][]));
  expect([...given.values()].length).toBeGreaterThan(0);
  const tries = await rows<{ succeeded: boolean; n: number; billed: number }>(
    "select succeeded, count(*)::int as n, count(invoice_source_id)::int as billed from payment_attempts group by 1 order by 1",
  );
  const ofCustomers = [...account.charges.all()].filter(
    ({ customer, status }) => customer && status !== "pending",
  );
  expect(tries.map(({ n }) => n)).toEqual([
    ofCustomers.filter(({ status }) => status === "failed").length,
    ofCustomers.filter(({ status }) => status === "succeeded").length,
  ]);
  for (const { n, billed } of tries) expect(billed).toBe(n);

  const before = await wholeLedger();
  app.clock.advance(60_000);
  await sync({ all: true });
  expect(await wholeLedger()).toEqual(before);
});

/** Reads everything of a fresh connection. */
async function connected(): Promise<void> {
  await connect();
  await sync();
}

/** Time passes there and here. */
function pass(ms: number): void {
  peer.clock.advance(ms);
  app.clock.advance(ms);
}
const MINUTE = 60_000;

it("follows what changes there: a plan, an end, a bill that fails, a new customer", async () => {
  await connected();
  const { account } = peer.data;
  const alone = [...account.subscriptions.all()].filter(
    ({ status, items, discounts, pause_collection: pause, currency, customer }) =>
      status === "active" &&
      pause === null &&
      currency === "usd" &&
      discounts.length === 0 &&
      items.data.length === 1 &&
      [...account.subscriptions.ofCustomer(customer as string, (one) => one.customer as string)].length === 1,
  );
  const [changed, ended] = alone;
  if (!changed || !ended) throw new Error("The sample has too few plain subscriptions");
  const dearer = peer.data.addPrice({
    product: peer.data.addProduct("Summit").id,
    currency: "usd",
    unit_amount: 77_700,
    interval: "month",
  });
  pass(10 * MINUTE);
  peer.data.changePlan(changed.id, { price: dearer.id });
  peer.data.cancel(ended.id);
  const fresh = peer.data.addCustomer({ name: "Nina Fresh", email: "nina@fresh.example" });
  peer.data.letCard(fresh.id, "insufficient_funds");
  peer.data.subscribe({ customer: fresh.id, items: [{ price: dearer.id }] });
  pass(60 * MINUTE);
  await sync();
  const customer = async (id: string) =>
    (
      await rows<{ name: string; mrr: string; plan: string; status: number; payment: number }>(
        `select c.full_name as name, c.monthly_revenue_cents as mrr, c.plan, c.subscription_status as status, c.payment_status as payment
         from customer_links l join customers c on c.id = l.customer_id where l.source_id = $1`,
        [id],
      )
    )[0];
  expect(await customer(changed.customer as string)).toMatchObject({ mrr: "77700", plan: "Summit" });
  expect(await customer(ended.customer as string)).toMatchObject({ status: 2 });
  // Its first bill failed: it is not a subscription yet, and the bill is open.
  expect(await customer(fresh.id)).toMatchObject({ name: "Nina Fresh", payment: 1 });
  const [run] = (await app.call(owner, integrationRoutes.runs, { params })).body.items;
  expect(run).toMatchObject({ kind: "changes", status: "done" });
});

it("matches by e-mail, leaves two who could be meant to a person, and takes the record in once that is settled", async () => {
  const { account } = peer.data;
  const [first, second] = [...account.customers.all()].filter(
    ({ id, email }) => email !== null && mrrOf(account, id, app.clock.now()) !== null,
  );
  const companyId = owner.companyId ?? "";
  await app.queryAsAdmin(
    `insert into customers (company_id, external_id, email, full_name) values
      ($1, 'C-1', upper($2), 'From a file'), ($1, 'C-2', $3, 'One'), ($1, 'C-3', $3, 'Other')`,
    [companyId, first?.email, second?.email],
  );
  await connected();
  const linked = await rows<{ source_id: string; external_id: string; full_name: string }>(
    `select l.source_id, c.external_id, c.full_name from customer_links l join customers c on c.id = l.customer_id
     where c.external_id like 'C-_'`,
  );
  expect(linked).toEqual([{ source_id: first?.id, external_id: "C-1", full_name: first?.name }]);
  const failures = async () =>
    (await app.call(owner, integrationRoutes.failures, { params, query: { pageSize: 100 } })).body.items;
  const waiting = await failures();
  expect(waiting.find(({ sourceId }) => sourceId === second?.id)).toMatchObject({
    object: "customers",
    label: second?.name,
    reason: expect.stringContaining("Several customers here have this e-mail address"),
  });
  // What is of it waits with it.
  expect(waiting.length).toBeGreaterThan(1);
  // Somebody says which of the two it is: what waited for it comes with it, and stays.
  const { body: asked } = await app.call(owner, matchRoutes.list);
  const [match] = asked.items;
  expect(asked.items).toMatchObject([{ sourceId: second?.id, candidateCount: 2 }]);
  const one = match?.candidates.find(({ externalId }) => externalId === "C-2");
  const answers = [{ id: match?.id ?? "", customerId: one?.customerId ?? null }];
  expect((await app.call(owner, matchRoutes.answer, { body: { answers } })).body).toEqual({ answered: 1 });
  await app.drainJobs();
  expect(await failures()).toEqual([]);
  const back = await app.call(owner, matchRoutes.takeBack, { params: { id: match?.id ?? "" } });
  expect([back.status, back.body]).toMatchObject([
    409,
    { message: expect.stringContaining("has bills or events by now") },
  ]);
  const [mrr] = await rows(
    "select monthly_revenue_cents::int as mrr from customers where external_id = 'C-2'",
  );
  expect(mrr).toEqual({ mrr: mrrOf(account, second?.id ?? "", app.clock.now())?.minor ?? null });
});
