import { customerRoutes, segmentRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildWorld } from "#testing/analysis-world.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { segmentBody } from "#testing/segment-body.ts";
import type { CompanyUser } from "#platform/http/actor.ts";

let app: TestApp;
let owner: CompanyUser;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  ({ owner } = await buildWorld(app));
});
afterAll(() => app.close());

async function send(payload: string | Uint8Array) {
  const answer = await app.inject({
    method: "POST",
    url: "/api/customers/batch",
    headers: { ...(await app.bearer(owner)), "content-type": "application/x-ndjson" },
    payload: Buffer.from(payload),
  });
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> };
}
const listed = async () =>
  (await app.call(owner, customerRoutes.list, { query: { sort: "fullName", direction: "asc" } })).body;

it("writes rows that are right, answers those that are wrong by number, and changes nothing the second time", async () => {
  const rows = [
    JSON.stringify({
      externalId: "A-1",
      fullName: "Ann",
      plan: "Pro",
      monthlyRevenue: 49.9,
      attributes: { seats: 3 },
    }),
    JSON.stringify({ email: "bob@example.test", fullName: "Bob", subscriptionStatus: 1 }),
    "{ no json",
    JSON.stringify({ fullName: "Nobody" }),
    JSON.stringify({ externalId: "A-5", monthlyRevenue: "lots" }),
    JSON.stringify({ externalId: "A-6", shoeSize: 43 }),
    JSON.stringify({ externalId: "A-7", attributes: { city: "a\u0000b" } }),
  ].join("\n");
  const first = await send(rows);
  expect(first).toEqual({
    status: 200,
    body: {
      created: 2,
      updated: 0,
      unchanged: 0,
      refused: 5,
      problems: [
        { row: 3, field: null, message: "This line is no JSON" },
        { row: 4, field: null, message: "An id (externalId) or an e-mail address is needed" },
        { row: 5, field: "monthlyRevenue", message: expect.stringContaining("expected number") },
        { row: 6, field: null, message: expect.stringContaining("shoeSize") },
        { row: 7, field: "attributes.city", message: "Contains characters that cannot be stored" },
      ],
    },
  });
  expect((await send(rows)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  const changed = await send(JSON.stringify([{ externalId: "A-1", monthlyRevenue: 59 }]));
  expect(changed.body).toMatchObject({ created: 0, updated: 1, refused: 0 });
  expect((await listed()).items).toMatchObject([
    { fullName: "Ann", plan: "Pro", monthlyRevenue: 59 },
    { fullName: "Bob", subscriptionStatus: 1 },
  ]);
});

it("is refused as a whole where it is no list of rows, or too long a one", async () => {
  expect((await send("")).status).toBe(400);
  expect((await send("[1, 2")).body).toMatchObject({
    message: "The body begins as a JSON array and is none.",
  });
  const many = Array.from({ length: 10_001 }, (_, index) => `{"externalId":"m${index}"}`).join("\n");
  expect((await send(many)).body).toMatchObject({
    message: "A batch has at most 10,000 rows; this one has 10,001.",
  });
});

it("is followed by segments right after, by the job that its own transaction added", async () => {
  const plan = { field: "plan", operator: "In" as const, value: ["Team"] };
  const { body } = await app.call(owner, segmentRoutes.create, {
    body: { ...segmentBody, criteria: [plan] },
  });
  await app.drainJobs();
  await send(JSON.stringify([{ externalId: "A-1", plan: "Team" }]));
  await app.drainJobs();
  const { figures } = (await app.call(owner, segmentRoutes.get, { params: { id: body.id } })).body;
  expect(figures?.customerCount).toBe(1);
});
