import { afterEach, expect, it } from "vitest";
import { peerClock } from "../kit/index.ts";
import { startListener } from "../testing/listener.ts";
import { startStripe } from "../stripe/index.ts";
import { hubspotSignature } from "./hubspot-webhooks.ts";
import { startHubSpot, type HubSpotOptions, type HubSpotPeer } from "./start-hubspot.ts";

const contacts = "/crm/objects/2026-09/contacts";
let peer: HubSpotPeer;
let token: string;
afterEach(() => peer.close());

async function start(options: HubSpotOptions = {}): Promise<void> {
  peer = await startHubSpot({ clock: peerClock("2026-03-10T09:00:00Z"), data: "empty", ...options });
  token = peer.oauth.issue().accessToken;
}

interface Got {
  status: number;
  headers: Headers;
  body: Record<string, unknown> & {
    results?: { id: string; properties: Record<string, string | null> }[];
    paging?: { next: { after: string } };
  };
}

async function call(method: string, path: string, body?: unknown, auth = token): Promise<Got> {
  const answer = await fetch(peer.url + path, {
    method,
    headers: {
      authorization: `Bearer ${auth}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: (text === "" ? {} : JSON.parse(text)) as Got["body"],
  };
}

const searchBody = (more: Record<string, unknown> = {}) => ({
  after: "0",
  limit: 200,
  properties: ["email"],
  sorts: [{ propertyName: "lastmodifieddate", direction: "ASCENDING" }],
  filterGroups: [],
  ...more,
});

it("speaks its date alone: what ends on /v1 and /v3 is not there", async () => {
  await start();
  expect((await call("GET", contacts)).status).toBe(200);
  for (const path of [
    "/crm/v3/objects/contacts",
    "/crm/objects/2025-09/contacts",
    "/crm/v3/properties/contacts",
  ])
    expect((await call("GET", path)).status).toBe(404);
  expect((await fetch(`${peer.url}/oauth/v1/token`, { method: "POST", body: "" })).status).toBe(404);
});

it("lists ten unless told, up to a hundred, page by page, also when the next record is deleted meanwhile", async () => {
  await start();
  for (let at = 0; at < 230; at += 1) peer.data.add("contacts", { email: `p${at}@one.example` });
  expect((await call("GET", contacts)).body.results).toHaveLength(10);
  expect((await call("GET", `${contacts}?limit=101`)).status).toBe(400);
  const seen: string[] = [];
  let after = "";
  for (let page = 0; page < 4; page += 1) {
    const { body } = await call("GET", `${contacts}?limit=100&properties=email,nonsense${after}`);
    for (const one of body.results ?? []) seen.push(one.properties["email"] ?? "");
    if (page === 0) peer.data.archive("contacts", body.paging?.next.after ?? "");
    if (!body.paging) break;
    after = `&after=${body.paging.next.after}`;
  }
  expect(seen).toHaveLength(229);
  expect(seen).not.toContain("p100@one.example");
  expect((await call("GET", `${contacts}?archived=true`)).body.results).toHaveLength(1);
});

it("searches only with all its fields, and no further than 10,000", async () => {
  await start();
  const { after: _, ...withoutAfter } = searchBody();
  expect((await call("POST", `${contacts}/search`, withoutAfter)).status).toBe(400);
  expect((await call("POST", `${contacts}/search`, searchBody({ limit: 201 }))).status).toBe(400);
  expect((await call("POST", `${contacts}/search`, searchBody({ after: "9801" }))).status).toBe(400);
  expect((await call("POST", `${contacts}/search`, searchBody({ after: "9800" }))).status).toBe(200);
  const unknown = { filterGroups: [{ filters: [{ propertyName: "wings", operator: "EQ", value: "2" }] }] };
  expect((await call("POST", `${contacts}/search`, searchBody(unknown))).status).toBe(400);
});

it("finds what changed since, in order, once its index has caught up", async () => {
  await start();
  const one = peer.data.add("contacts", { email: "one@one.example" });
  peer.clock.advance(60_000);
  const since = String(peer.clock.now());
  const two = peer.data.add("contacts", { email: "two@one.example" });
  peer.clock.advance(1000);
  peer.data.edit("contacts", one.id, { firstname: "Ada" });
  const filters = [{ propertyName: "lastmodifieddate", operator: "GTE", value: since }];
  const ask = async () => {
    const { body } = await call("POST", `${contacts}/search`, searchBody({ filterGroups: [{ filters }] }));
    return [body["total"], (body.results ?? []).map((found) => found.id)];
  };
  expect(await ask()).toEqual([2, [two.id, one.id]]);
  peer.data.indexLagMs = 30_000;
  expect(await ask()).toEqual([0, []]);
  peer.clock.advance(30_000);
  expect(await ask()).toEqual([2, [two.id, one.id]]);
});

it("says how many requests are left, and which limit was hit", async () => {
  await start({ limits: { perTenSeconds: 3, searchesPerSecond: 1, perDay: 5 } });
  const first = await call("GET", contacts);
  expect([
    first.headers.get("x-hubspot-ratelimit-max"),
    first.headers.get("x-hubspot-ratelimit-remaining"),
  ]).toEqual(["3", "2"]);
  const search = await call("POST", `${contacts}/search`, searchBody());
  expect(search.headers.has("x-hubspot-ratelimit-max")).toBe(false);
  expect((await call("POST", `${contacts}/search`, searchBody())).body["policyName"]).toBe("SECONDLY");
  await call("GET", contacts);
  await call("GET", contacts);
  const over = await call("GET", contacts);
  expect([over.status, over.body["policyName"]]).toEqual([429, "TEN_SECONDLY_ROLLING"]);
  peer.clock.advance(10_000);
  expect((await call("GET", contacts)).status).toBe(200);
  expect((await call("GET", contacts)).body["policyName"]).toBe("DAILY");
  peer.clock.advance(15 * 3_600_000);
  token = peer.oauth.issue().accessToken;
  expect((await call("GET", contacts)).status).toBe(200);
});

it("refuses tokens that are over or unknown, and calls without the scope", async () => {
  await start();
  expect((await call("GET", contacts, undefined, "made up")).body["category"]).toBe("INVALID_AUTHENTICATION");
  const narrow = peer.oauth.issue(["oauth", "crm.objects.contacts.read"]).accessToken;
  expect((await call("GET", contacts, undefined, narrow)).status).toBe(200);
  const refused = await call("GET", "/crm/objects/2026-09/deals", undefined, narrow);
  expect([refused.status, refused.body["category"]]).toEqual([403, "MISSING_SCOPES"]);
  peer.clock.advance(1_800_000);
  const late = await call("GET", contacts);
  expect([late.status, late.body["category"]]).toEqual([401, "EXPIRED_AUTHENTICATION"]);
});

it("reads and writes in batches, all or nothing by their values, some by their being there", async () => {
  await start();
  const { id } = peer.data.add("contacts", { email: "one@one.example" });
  const property = {
    name: "forestay_score",
    label: "Churn risk",
    type: "number",
    fieldType: "number",
    groupName: "contactinformation",
  };
  const values = (score: string) => ({ id, properties: { forestay_score: score } });
  expect((await call("POST", `${contacts}/batch/update`, { inputs: [values("81")] })).status).toBe(400);
  expect((await call("POST", "/crm/properties/2026-09/contacts", property)).status).toBe(201);
  expect((await call("POST", "/crm/properties/2026-09/contacts", property)).status).toBe(409);
  expect((await call("POST", `${contacts}/batch/update`, { inputs: [values("high")] })).status).toBe(400);
  const some = await call("POST", `${contacts}/batch/update`, {
    inputs: [values("81"), { id: "99", properties: { forestay_score: "1" } }],
  });
  expect([some.status, some.body.results?.length, some.body["numErrors"]]).toEqual([207, 1, 1]);
  const read = await call("POST", `${contacts}/batch/read`, {
    inputs: [{ id }],
    properties: ["forestay_score"],
  });
  expect([read.status, read.body.results?.[0]?.properties["forestay_score"]]).toEqual([200, "81"]);
  const many = { inputs: Array.from({ length: 101 }, (_, at) => ({ id: String(at) })) };
  expect((await call("POST", `${contacts}/batch/read`, many)).status).toBe(400);
});

it("tells the company of a contact", async () => {
  await start();
  const contact = peer.data.add("contacts", { email: "one@one.example" });
  const company = peer.data.add("companies", { name: "One" });
  peer.data.link("contacts", contact.id, "companies", company.id);
  const inputs = { inputs: [{ id: contact.id }] };
  const { body } = await call("POST", "/crm/associations/2026-09/contacts/companies/batch/read", inputs);
  expect(body["results"]).toMatchObject([
    { from: { id: contact.id }, to: [{ toObjectId: Number(company.id) }] },
  ]);
  const listed = await call("GET", `${contacts}?associations=companies`);
  expect(listed.body.results?.[0]).toMatchObject({
    associations: { companies: { results: [{ id: company.id }] } },
  });
});

it("signs its webhooks as HubSpot does", () => {
  const url = "https://app.example.test/webhooks/hubspot";
  const vector = "c8WzGyfPY6Ml1s+Ec9EOFehGfXuGANlS1iXxmAIsLOg=";
  expect(hubspotSignature("hs-secret", "POST", url, '[{"eventId":1}]', 1_790_000_001_000)).toBe(vector);
  const encoded = hubspotSignature("s", "POST", "https://a.test/h%3Fx=1%20", "[]", 1);
  expect(encoded).toBe(hubspotSignature("s", "POST", "https://a.test/h?x=1%20", "[]", 1));
});

it("sends news in batches of a hundred, and an erasure", async () => {
  const listener = await startListener();
  await start({ webhookUrl: listener.url });
  peer.webhooks.hold();
  for (let at = 0; at < 150; at += 1) peer.data.add("contacts", { email: `p${at}@one.example` });
  await peer.webhooks.release();
  const sizes = listener.got.map((one) => (JSON.parse(one.body) as unknown[]).length);
  expect(sizes).toEqual([100, 50]);
  const [first] = listener.got;
  const stamp = Number(first?.headers["x-hubspot-request-timestamp"]);
  const expected = hubspotSignature(peer.app.clientSecret, "POST", listener.url, first?.body ?? "", stamp);
  expect(first?.headers["x-hubspot-signature-v3"]).toBe(expected);
  peer.data.privacyDelete("1001");
  await peer.webhooks.settled();
  const last = JSON.parse(listener.got.at(-1)?.body ?? "") as unknown[];
  expect(last).toMatchObject([
    { subscriptionType: "contact.privacyDeletion", objectId: 1001, portalId: peer.portalId },
  ]);
  expect((await call("GET", `${contacts}/1001`)).status).toBe(404);
  await listener.close();
});

it("has a sample portal most of whose companies the Stripe sandbox bills, with a few bad records", async () => {
  await start({ data: "sample" });
  const records = [...peer.data.records.contacts.values()];
  expect(records.length).toBeGreaterThan(390);
  expect(records.length).toBeLessThan(410);
  const stripe = await startStripe({ clock: peer.clock });
  const billed = new Set([...stripe.data.account.customers.all()].map((one) => one.email));
  await stripe.close();
  const shared = records.filter((one) => billed.has(one.properties["email"] ?? null));
  expect(shared.length).toBeGreaterThan(120);
  const emails = records.map((one) => (one.properties["email"] ?? "").toLowerCase());
  expect(emails.length - new Set(emails).size).toBe(1);
  expect(emails.some((email) => email.includes("@@"))).toBe(true);
});

it("stops when the app is removed, from either side", async () => {
  await start();
  const answer = await call("DELETE", "/appinstalls/2026-09/external-install");
  expect(answer.status).toBe(204);
  expect((await call("GET", contacts)).status).toBe(401);
});
