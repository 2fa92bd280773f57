import { afterEach, expect, it } from "vitest";
import { peerClock } from "../kit/index.ts";
import { startListener } from "../testing/listener.ts";
import { memberId } from "./audience.ts";
import { startMailchimp, type MailchimpOptions, type MailchimpPeer } from "./start-mailchimp.ts";

let peer: MailchimpPeer;
afterEach(() => peer.close());

async function start(options: MailchimpOptions = {}): Promise<void> {
  peer = await startMailchimp({ clock: peerClock("2026-03-10T09:00:00Z"), data: "empty", ...options });
}

const basic = (key: string) => `Basic ${Buffer.from(`any:${key}`).toString("base64")}`;

async function get(path: string, authorization = basic(peer.apiKey)) {
  const answer = await fetch(`${peer.url}/3.0/${path}`, { headers: { authorization } });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json");
  return { status: answer.status, body: (isJson ? JSON.parse(text) : text) as Record<string, unknown> };
}

const membersOf = async (query: string) => {
  const { body } = await get(`lists/${peer.data.id}/members?${query}`);
  return body as { total_items: number; members: Record<string, unknown>[] };
};

it("lists members by count and offset, with the fields that were asked for", async () => {
  await start();
  for (let at = 0; at < 25; at += 1) peer.data.subscribe(`P${at}@One.example`, `Person ${at}`);
  expect((await membersOf("")).members).toHaveLength(10);
  const page = await membersOf("count=20&offset=20&fields=members.id,members.email_address,total_items");
  expect(page.total_items).toBe(25);
  expect(page.members).toHaveLength(5);
  expect(page.members[0]).toEqual({ id: memberId("p20@one.example"), email_address: "P20@One.example" });
  expect((await get(`lists/${peer.data.id}/members?count=1001`)).status).toBe(400);
});

it("finds who changed since", async () => {
  await start();
  const one = peer.data.subscribe("one@one.example", "One");
  peer.data.subscribe("two@one.example", "Two");
  peer.clock.advance(60_000);
  peer.data.unsubscribe(one.id);
  const page = await membersOf(`since_last_changed=${encodeURIComponent("2026-03-10T09:00:00Z")}`);
  expect(page.members).toMatchObject([{ email_address: "one@one.example", status: "unsubscribed" }]);
});

it("refuses keys of another data centre, unknown keys and removed apps", async () => {
  await start();
  expect((await get("ping", basic(peer.apiKey.replace("us1", "us2")))).status).toBe(403);
  expect((await get("ping", basic("wrong-us1"))).status).toBe(401);
  const { accessToken } = peer.oauth.issue();
  expect((await get("ping", `Bearer ${accessToken}`)).status).toBe(200);
  peer.oauth.revokeAll();
  expect((await get("ping", `Bearer ${accessToken}`)).status).toBe(401);
});

it.each([
  ["429", 429],
  ["bare 403", 403],
] as const)("serves ten calls at once and tells the eleventh %s", async (throttledBy, status) => {
  await start({ throttledBy });
  const goOn = peer.hold();
  const ten = Array.from({ length: 10 }, () => get("ping"));
  await expect.poll(() => peer.requests.length).toBe(10);
  const refused = await get("ping");
  expect([refused.status, typeof refused.body]).toEqual([status, status === 429 ? "object" : "string"]);
  goOn();
  expect((await Promise.all(ten)).map((one) => one.status)).toEqual(Array.from({ length: 10 }, () => 200));
});

it("sends its webhooks as forms", async () => {
  const listener = await startListener();
  await start({ webhookUrl: `${listener.url}/secret` });
  peer.data.subscribe("one@one.example", "One");
  await peer.webhooks.settled();
  const fields = new URLSearchParams(listener.got[0]?.body);
  expect([fields.get("type"), fields.get("fired_at"), fields.get("data[email]")]).toEqual([
    "subscribe",
    "2026-03-10 09:00:00",
    "one@one.example",
  ]);
  await listener.close();
});

it("has a sample list", async () => {
  await start({ data: "sample" });
  expect((await membersOf("count=1")).total_items).toBe(220);
});
