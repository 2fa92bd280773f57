import {
  analysisRoutes,
  bulkActionRoutes,
  customerRoutes,
  customerViewRoutes,
  segmentRoutes,
  SegmentStatus,
  type CriteriaNode,
} from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { addCustomers, buildWorld } from "#testing/analysis-world.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { segmentBody } from "#testing/segment-body.ts";

let app: TestApp;
let companyId: string;
let owner: CompanyUser;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ companyId, owner } = await buildWorld(app));
  await addCustomers(app, companyId, [{ externalId: "C-1", email: "ann@example.test", plan: "Pro" }]);
});

/** Sound at 0 and at 2.criteria.0; everything else nobody could have meant. */
const conditions: CriteriaNode[] = [
  { field: "plan", operator: "In", value: ["Pro"] },
  { field: "plan", operator: "In", value: [] },
  {
    match: "any",
    criteria: [
      { field: "churnRiskScore", operator: "GreaterThan", value: 10 },
      { field: "churnRiskScore", operator: "GreaterThan", value: "many" },
      { match: "none", criteria: [{ field: "attributes.gone", operator: "Equals", value: 1 }] },
    ],
  },
  { field: "shoeSize", operator: "Equals", value: 43 },
  { field: "segments", operator: "In", value: ["0197a000-0000-7000-8000-000000000001"] },
];
const wrong = {
  "1": "Choose at least one",
  "2.criteria.1": "Enter a number",
  "2.criteria.2.criteria.0": "There is no such field any more: choose another",
  "3": "There is no such field to filter by",
  "4": "This segment is not there any more: choose another",
};
const below = (root: string) =>
  Object.fromEntries(Object.entries(wrong).map(([path, words]) => [`${root}.${path}`, words]));
const filter = { search: "", conditions };
const selection = { filter, exceptIds: [] };

it("lists, exports, views, bulk actions and analyses refuse what segments refuse, at the line that is wrong", async () => {
  const refused = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    const { message, fields } = body as { message: string; fields: unknown };
    expect([status, message]).toEqual([400, "5 filters need attention."]);
    return fields;
  };
  const query = { conditions: JSON.stringify(conditions) };
  expect(await refused(app.call(owner, customerRoutes.list, { query: query as never }))).toEqual(
    below("conditions"),
  );
  expect(await refused(app.call(owner, customerRoutes.selectionSummary, { body: selection }))).toEqual(
    below("filter.conditions"),
  );
  const view = { name: "Ours", isShared: false, ...filter, sort: "plan", direction: "asc" } as const;
  expect(await refused(app.call(owner, customerViewRoutes.create, { body: view }))).toEqual(
    below("conditions"),
  );
  const chosen = below("selection.filter.conditions");
  expect(await refused(app.call(owner, customerRoutes.createExport, { body: { selection } }))).toEqual(
    chosen,
  );
  for (const answer of [
    app.call(owner, bulkActionRoutes.start, { body: { selection, deed: { kind: "assign", userId: null } } }),
    app.call(owner, analysisRoutes.analyze, { body: { selection } }),
    app.call(owner, analysisRoutes.checkCompleteness, { body: { selection } }),
  ])
    expect(await refused(answer)).toEqual(chosen);
});

it("what a list may ask beyond rules goes on working: columns that are not offered, and an archived segment", async () => {
  const segment = async (status: 0 | 1 | 2, version?: number, id = "") =>
    version === undefined
      ? app.call(owner, segmentRoutes.create, { body: { ...segmentBody, status } })
      : app.call(owner, segmentRoutes.update, { params: { id }, body: { ...segmentBody, status, version } });
  const { body: made } = await segment(SegmentStatus.Active);
  await app.drainJobs();
  expect((await segment(SegmentStatus.Inactive, made.version, made.id)).status).toBe(200);
  const listed = async (...asked: CriteriaNode[]) =>
    app.call(owner, customerRoutes.list, { query: { conditions: JSON.stringify(asked) } as never });
  const members = await listed({ field: "segments", operator: "In", value: [made.id] });
  expect([members.status, members.body.totalCount]).toEqual([200, 1]);
  const unended = await listed({ field: "endedAt", operator: "Equals", value: null });
  expect([unended.status, unended.body.totalCount]).toEqual([200, 1]);
  const rule: CriteriaNode[] = [{ field: "segments", operator: "In", value: [made.id] }];
  const { status } = await app.call(owner, segmentRoutes.create, {
    body: { ...segmentBody, name: "Built on it", criteria: rule },
  });
  expect(status).toBe(400);
});
