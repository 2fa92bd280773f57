import type Stripe from "stripe";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startListener, type Listener } from "../testing/listener.ts";
import { stripeClient } from "../testing/stripe-client.ts";
import { startStripe, type StripePeer } from "./start-stripe.ts";
import { stripeSignature } from "./webhook-delivery.ts";

let peer: StripePeer;
let stripe: Stripe;
let listener: Listener;

beforeEach(async () => {
  listener = await startListener();
  peer = await startStripe({
    data: "empty",
    platformWebhook: { url: `${listener.url}/platform`, secret: "whsec_platform" },
  });
  stripe = stripeClient(peer);
});
afterEach(async () => {
  await peer.close();
  await listener.close();
});

it("signs as Stripe does", () => {
  expect(stripeSignature("whsec_test", '{"id":"evt_1"}', 1_790_000_001)).toBe(
    "t=1790000001,v1=88b9555e013b83e657fb9cb1ad0d46ea09c5803cb8e868d07377f8cb3b2db941",
  );
});

it("sends to the endpoint what it asked for, signed with the secret that was shown once", async () => {
  const endpoint = await stripe.webhookEndpoints.create({
    url: `${listener.url}/own`,
    enabled_events: ["customer.created"],
    api_version: "2026-10-28.endive",
  });
  expect((await stripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined();
  peer.data.addCustomer({ name: "Ada" });
  await peer.webhooks.settled();
  const own = listener.got.filter((one) => one.path.endsWith("/own"));
  expect(own).toHaveLength(1);
  const [{ body, headers }] = own as [(typeof own)[0]];
  const signature = String(headers["stripe-signature"]);
  const event = stripe.webhooks.constructEvent(body, signature, endpoint.secret ?? "");
  expect([event.type, event.account, event.livemode]).toEqual(["customer.created", undefined, false]);
  expect(() => stripe.webhooks.constructEvent(`${body} `, signature, endpoint.secret ?? "")).toThrow();
  await stripe.webhookEndpoints.del(endpoint.id);
  peer.data.addCustomer({ name: "Bruno" });
  await peer.webhooks.settled();
  expect(listener.got.filter((one) => one.path.endsWith("/own"))).toHaveLength(1);
});

it("tells the platform whose event it is", async () => {
  peer.data.addCustomer({ name: "Ada", card: null });
  await peer.webhooks.settled();
  const [{ body, headers }] = listener.got as [(typeof listener.got)[0]];
  const event = stripe.webhooks.constructEvent(body, String(headers["stripe-signature"]), "whsec_platform");
  expect(event.account).toBe(peer.data.account.id);
});

it("delivers late, in another order and twice", async () => {
  peer.webhooks.hold();
  for (const name of ["One", "Two", "Three"]) peer.data.addCustomer({ name, card: null });
  await peer.webhooks.settled();
  expect(listener.got).toEqual([]);
  peer.webhooks.copies = 2;
  await peer.webhooks.release("reversed");
  const names = listener.got.map(
    (one) => (JSON.parse(one.body) as { data: { object: { name: string } } }).data.object.name,
  );
  expect(names).toEqual(["Three", "Three", "Two", "Two", "One", "One"]);
});

it("sends again what was not accepted, and lists it as not delivered until it was", async () => {
  listener.status = 500;
  peer.data.addCustomer({ name: "Ada", card: null });
  await peer.webhooks.settled();
  expect((await stripe.events.list({ delivery_success: false })).data).toHaveLength(1);
  listener.status = 200;
  await peer.webhooks.retry();
  expect((await stripe.events.list({ delivery_success: false })).data).toEqual([]);
  expect(peer.webhooks.tries.map((one) => one.status)).toEqual([500, 200]);
});

it("keeps events for 30 days, newest first, by their kinds", async () => {
  const customer = peer.data.addCustomer({ name: "Ada", card: null });
  peer.clock.advance(1000);
  peer.data.editCustomer(customer.id, { email: "ada@two.example" });
  const { data } = await stripe.events.list({ types: ["customer.created", "customer.updated"] });
  expect(data.map((one) => one.type)).toEqual(["customer.updated", "customer.created"]);
  expect(data[0]?.data.previous_attributes).toEqual({ email: null });
  peer.clock.advance(30 * 86_400_000 + 5000);
  expect((await stripe.events.list()).data).toEqual([]);
});
