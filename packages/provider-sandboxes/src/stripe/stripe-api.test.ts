import { Stripe } from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import { peerClock } from "../kit/index.ts";
import { stripeClient, stripeRefusal } from "../testing/stripe-client.ts";
import { startStripe, type StripePeer } from "./start-stripe.ts";

let peer: StripePeer;
let stripe: Stripe;

beforeAll(async () => {
  peer = await startStripe({
    clock: peerClock("2026-03-10T09:00:00Z"),
    data: "empty",
    requestsPerSecond: 500,
  });
  stripe = stripeClient(peer);
  for (let at = 0; at < 250; at += 1)
    peer.data.addCustomer({ name: `Customer ${at}`, email: `c${at}@one.example`, card: null });
});
afterAll(() => peer.close());

it("pages through 250 customers, newest first, each once", async () => {
  const names: string[] = [];
  const before = peer.requests.length;
  for await (const customer of stripe.customers.list({ limit: 100 })) names.push(customer.name ?? "");
  expect(names).toEqual(Array.from({ length: 250 }, (_, at) => `Customer ${249 - at}`));
  expect(peer.requests.length - before).toBe(3);
});

it("goes back with ending_before, and refuses a cursor that it does not know", async () => {
  const { data } = await stripe.customers.list({ limit: 10 });
  const back = await stripe.customers.list({ limit: 3, ending_before: data[9]?.id ?? "" });
  expect(back.data.map((one) => one.id)).toEqual(data.slice(6, 9).map((one) => one.id));
  expect(await stripeRefusal(stripe.customers.list({ starting_after: "cus_nobody" }))).toMatchObject({
    type: "StripeInvalidRequestError",
    status: 400,
    code: "resource_missing",
  });
});

it("goes on from a customer that is still there when another was added meanwhile, and refuses one that was deleted", async () => {
  const first = await stripe.customers.list({ limit: 5 });
  const last = first.data[4]?.id ?? "";
  const added = peer.data.addCustomer({ name: "Meanwhile" });
  const next = await stripe.customers.list({ limit: 5, starting_after: last });
  expect(next.data.map((one) => one.name)).toEqual([
    "Customer 244",
    "Customer 243",
    "Customer 242",
    "Customer 241",
    "Customer 240",
  ]);
  peer.data.deleteCustomer(added.id);
  expect(await stripe.customers.retrieve(added.id)).toMatchObject({ id: added.id, deleted: true });
  expect((await stripeRefusal(stripe.customers.list({ starting_after: added.id }))).status).toBe(400);
});

it("refuses a wrong key, a key without the permission, and too many requests", async () => {
  const wrong = stripeClient(peer, "sk_test_wrong");
  expect(await stripeRefusal(wrong.customers.list())).toMatchObject({
    type: "StripeAuthenticationError",
    status: 401,
  });
  const narrow = stripeClient(peer, peer.keys.withoutInvoices);
  expect((await narrow.customers.list({ limit: 1 })).data).toHaveLength(1);
  expect(await stripeRefusal(narrow.invoices.list())).toMatchObject({
    type: "StripePermissionError",
    status: 403,
  });
  expect((await stripeRefusal(narrow.customers.create({ name: "no" }))).status).toBe(403);
  peer.fault({
    match: "GET /v1/products",
    status: 429,
    headers: { "retry-after": "2" },
    body: { error: { type: "invalid_request_error", code: "rate_limit", message: "Too fast." } },
  });
  expect(await stripeRefusal(stripe.products.list())).toMatchObject({
    type: "StripeRateLimitError",
    status: 429,
  });
});

it("stops at the rate it was told until the clock goes on", async () => {
  const limited = await startStripe({
    clock: peerClock("2026-03-10T09:00:00Z"),
    data: "empty",
    requestsPerSecond: 2,
  });
  const client = stripeClient(limited);
  await client.products.list();
  await client.products.list();
  expect((await stripeRefusal(client.products.list())).status).toBe(429);
  limited.clock.advance(1000);
  expect((await client.products.list()).data).toEqual([]);
  await limited.close();
});

it("echoes its version and refuses those before invoices had a parent", async () => {
  const { lastResponse } = await stripe.products.list();
  expect(lastResponse.headers["stripe-version"]).toBe("2026-10-28.endive");
  expect(lastResponse.requestId).toMatch(/^req_/);
  const old = await fetch(`${peer.url}/v1/products`, {
    headers: { authorization: `Bearer ${peer.keys.secret}`, "stripe-version": "2024-06-20" },
  });
  expect(old.status).toBe(400);
});

it("answers a repeated call under one key with the first answer, and refuses another under it", async () => {
  const make = (name: string) => stripe.customers.create({ name }, { idempotencyKey: "same" });
  const one = await make("Once");
  const two = await make("Once");
  expect(two.id).toBe(one.id);
  expect(two.lastResponse.headers["idempotent-replayed"]).toBe("true");
  expect(await stripeRefusal(make("Other"))).toMatchObject({ type: "StripeIdempotencyError", status: 400 });
  peer.clock.advance(24 * 3_600_000);
  expect((await make("Other")).id).not.toBe(one.id);
});

it("does a POST once whose answer was lost and that the library sends again", async () => {
  const before = (await stripe.products.list({ limit: 100 })).data.length;
  peer.fault({ match: "POST /v1/products", dropSocket: "after" });
  await stripeClient(peer, peer.keys.secret, 1).products.create({ name: "Lost answer" });
  expect((await stripe.products.list({ limit: 100 })).data.length).toBe(before + 1);
});

it("refuses parameters that it does not know, and what is missing", async () => {
  const params = { nonsense: "1" } as Stripe.CustomerListParams;
  expect((await stripeRefusal(stripe.customers.list(params))).code).toBe("parameter_unknown");
  expect((await stripeRefusal(stripe.customers.list({ limit: 101 }))).code).toBe("parameter_invalid_integer");
  expect(await stripeRefusal(stripe.invoices.retrieve("in_none"))).toMatchObject({
    status: 404,
    code: "resource_missing",
  });
});

it("lists by time of creation", async () => {
  const at = peer.clock.seconds();
  const late = peer.data.addCustomer({ name: "Late" });
  expect((await stripe.customers.list({ created: { gte: at } })).data.some((one) => one.id === late.id)).toBe(
    true,
  );
  expect((await stripe.customers.list({ created: { gt: at } })).data).toEqual([]);
  const old = await stripe.customers.list({ created: { lt: at - 3600 }, limit: 1 });
  expect(old.data[0]?.name).toBe("Once");
});

it("generates a large account as it is read", async () => {
  const large = await startStripe({
    clock: peerClock("2026-03-10T09:00:00Z"),
    data: { customers: 100_000, invoices: 1_000_000 },
  });
  const client = stripeClient(large);
  const first = await client.invoices.list({ limit: 100 });
  const next = await client.invoices.list({ limit: 100, starting_after: first.data[99]?.id ?? "" });
  expect(new Set([...first.data, ...next.data].map((one) => one.id)).size).toBe(200);
  const customer = String(first.data[0]?.customer);
  const theirs = await client.invoices.list({ customer, limit: 100 });
  expect(theirs.data).toHaveLength(10);
  expect(theirs.data.every((one) => one.customer === customer && one.status === "paid")).toBe(true);
  const since = await client.invoices.list({
    created: { gte: large.clock.seconds() - 40 * 86_400 },
    limit: 1,
  });
  expect(since.data[0]?.id).toBe(first.data[0]?.id);
  await large.close();
});
