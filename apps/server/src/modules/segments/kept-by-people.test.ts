import {
  caseRoutes,
  segmentRoutes,
  SegmentStatus,
  SegmentType,
  tagRoutes,
  workRoutes,
  type Criterion,
} from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addCustomers, buildWorld } from "#testing/analysis-world.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it("a segment takes in whom people tag, assign and open a case for right after it, without a minute having to pass", async () => {
  const { companyId, owner } = await buildWorld(app);
  await addCustomers(app, companyId, [{ externalId: "C-1" }, { externalId: "C-2" }]);
  const [one] = await app.queryAsAdmin<{ id: string }>(
    "select id from customers where company_id = $1 and external_id = 'C-1'",
    [companyId],
  );
  const params = { id: one!.id };
  const tag = (await app.call(owner, tagRoutes.add, { params, body: { name: "Pilot" } })).body;
  const create = async (
    name: string,
    field: string,
    operator: Criterion["operator"],
    value: Criterion["value"],
  ) => {
    const { status, body } = await app.call(owner, segmentRoutes.create, {
      body: {
        name,
        description: "",
        type: SegmentType.Behavioral,
        status: SegmentStatus.Active,
        color: "teal",
        criteria: [{ field, operator, value }],
      },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    await app.drainJobs();
    return body.id;
  };
  const membersOf = async (id: string) =>
    (await app.call(owner, segmentRoutes.get, { params: { id } })).body.figures?.customerCount;
  const pilots = await create("Pilots", "tags", "In", [tag.id]);
  const ours = await create("Ours", "owner", "In", [owner.userId]);
  const cases = await create("In a case", "openCase", "Equals", true);
  expect([await membersOf(pilots), await membersOf(ours), await membersOf(cases)]).toEqual([1, 0, 0]);

  await app.call(owner, workRoutes.setOwner, { params, body: { userId: owner.userId } });
  await app.drainJobs();
  expect(await membersOf(ours)).toBe(1);
  const opened = await app.call(owner, caseRoutes.open, { params, body: { reason: "price" } });
  expect(opened.status, JSON.stringify(opened.body)).toBe(201);
  await app.drainJobs();
  expect(await membersOf(cases)).toBe(1);
  await app.call(owner, tagRoutes.remove, { params: { ...params, tagId: tag.id } });
  await app.drainJobs();
  expect(await membersOf(pilots)).toBe(0);
});
