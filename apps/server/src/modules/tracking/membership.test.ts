import { customerDataRoutes, segmentRoutes, tagRoutes, type CriteriaNode } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addTrackingCompany, type TrackingCompany } from "./fixtures/tracking-company.ts";
import { JOBS_SCHEMA } from "#platform/jobs/jobs-schema.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { segmentBody } from "#testing/segment-body.ts";
import { takeInJob } from "./take-in-job.ts";

let app: TestApp;
let company: TrackingCompany;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  company = await addTrackingCompany(app);
  await company.addCustomers([{ externalId: "C-1" }, { externalId: "C-2" }]);
});

// Never the minute's cron: what is waiting in the queue is done, and nothing else.
const queued = () => app.drainJobs({ ignoreRunAt: true });

async function segment(...criteria: CriteriaNode[]): Promise<string> {
  const { status, body } = await app.call(company.owner, segmentRoutes.create, {
    body: { ...segmentBody, criteria },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  await queued();
  return body.id;
}
const members = async (id: string) => {
  const rows = await app.queryAsAdmin<{ external_id: string }>(
    `select c.external_id from segment_members m join customers c on c.company_id = m.company_id and c.id = m.customer_id
     where m.segment_id = $1 order by 1`,
    [id],
  );
  return rows.map(({ external_id: name }) => name);
};
const idOf = async (externalId: string) => {
  const [row] = await app.queryAsAdmin<{ id: string }>(
    "select id from customers where company_id = $1 and external_id = $2",
    [company.companyId, externalId],
  );
  return row?.id ?? "";
};
let sent = 0;
const track = (userId: string, event: string) =>
  company.send("track", { type: "track", userId, event, messageId: `m-${(sent += 1)}` });

it("takes the first event in at once, and what comes right after it two seconds later", async () => {
  await track("C-1", "Login");
  await app.drainJobs();
  expect(await company.events()).toHaveLength(1);
  await track("C-2", "Login");
  const planned = await app.queryAsAdmin<{ start_after: Date }>(
    `select start_after from ${JOBS_SCHEMA}.job where name = $1 and group_id = $2 and state = 'created'`,
    [takeInJob.company.name, company.companyId],
  );
  expect(planned).toEqual([{ start_after: new Date(app.clock.now().getTime() + 2000) }]);
  await queued();
  expect(await company.events()).toHaveLength(2);
});

it("enters who is known and uses the product, right after the event", async () => {
  await track("C-1", "Login");
  await company.takeIn();
  const used = await segment({ field: "events.30.Login", operator: "GreaterThan", value: 1 });
  expect(await members(used)).toEqual([]);
  await track("C-1", "Login");
  await track("C-2", "Login");
  await company.takeIn();
  await queued();
  expect(await members(used)).toEqual(["C-1"]);
});

it("enters who was seen again, which is worked out after the event", async () => {
  const seen = await segment({ field: "activityStatus", operator: "In", value: ["Active"] });
  expect(await members(seen)).toEqual([]);
  await track("C-2", "Login");
  await company.takeIn();
  await queued();
  expect(await members(seen)).toEqual(["C-2"]);
});

it("counts nobody any more who was erased", async () => {
  const all = await segment({ field: "tenureDays", operator: "Equals", value: null });
  const count = async () =>
    (await app.call(company.owner, segmentRoutes.get, { params: { id: all } })).body.customerCount;
  expect(await count()).toBe(2);
  const id = await idOf("C-2");
  const { status, body } = await app.call(company.owner, customerDataRoutes.erase, {
    params: { id },
    body: { typedName: "C-2" },
  });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  await queued();
  expect(await count()).toBe(1);
});

it("looks again at who had a tag that is deleted", async () => {
  const id = await idOf("C-1");
  const { body: tag } = await app.call(company.owner, tagRoutes.add, {
    params: { id },
    body: { name: "VIP" },
  });
  const all = await segment({ field: "tenureDays", operator: "Equals", value: null });
  await queued();
  const { status } = await app.call(company.owner, tagRoutes.delete, { params: { id: tag.id } });
  expect(status).toBe(200);
  await queued();
  const marks = await app.queryAsAdmin("select 1 from segment_stale_customers where company_id = $1", [
    company.companyId,
  ]);
  expect([marks.length, await members(all)]).toEqual([0, ["C-1", "C-2"]]);
});
