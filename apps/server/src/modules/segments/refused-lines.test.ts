import {
  analysisRoutes,
  bulkActionRoutes,
  customerRoutes,
  customerViewRoutes,
  segmentRoutes,
  SegmentStatus,
  type CriteriaNode,
} from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { defineAttributes } from "#modules/customers/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
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

describe("a segment's rule", () => {
  const tag = "0197a000-0000-7000-8000-0000000000aa";
  const refused: [CriteriaNode, string][] = [
    [{ field: "fullName", operator: "Equals", value: 7 }, "Enter text"],
    [{ field: "email", operator: "In", value: ["a@b.test", true] }, "Enter text"],
    [{ field: "attributes.team", operator: "Contains", value: false }, "Enter text"],
    [{ field: "attributes.seats", operator: "GreaterThan", value: "many" }, "Enter a number"],
    [
      { field: "attributes.signed", operator: "GreaterThan", value: "abc" },
      "A date like 2026-03-31 is needed",
    ],
    [
      { field: "attributes.signed", operator: "LessThan", value: "2026-02-30" },
      "A date like 2026-03-31 is needed",
    ],
    [
      { field: "attributes.signed", operator: "LessThan", value: 20260331 },
      "A date like 2026-03-31 is needed",
    ],
    [{ field: "firstPaidOn", operator: "LessThan", value: "soon" }, "A date like 2026-03-31 is needed"],
    [
      { field: "leavingReason", operator: "In", value: ["x"] },
      "There is no such reason: choose one of the list",
    ],
    [{ field: "tags", operator: "In", value: [tag] }, "This tag is not there any more: choose another"],
    [{ field: "owner", operator: "In", value: [tag] }, "This person is not there any more: choose another"],
  ];
  const sound: CriteriaNode[] = [
    { field: "attributes.signed", operator: "GreaterThan", value: "2026-03-31" },
    { field: "attributes.signed", operator: "InLast", value: 30 },
    { field: "attributes.signed", operator: "Equals", value: null },
    { field: "leavingReason", operator: "In", value: ["voluntary"] },
    // What customers will be on one day.
    { field: "plan", operator: "In", value: ["Next year's"] },
  ];
  const columns = () =>
    withTenant(app.db, companyId, (tx) =>
      defineAttributes(tx, companyId, [
        { key: "team", label: "Team", kind: "text" },
        { key: "seats", label: "Seats", kind: "number" },
        { key: "signed", label: "Signed", kind: "date" },
      ]),
    );
  const save = (criteria: CriteriaNode[]) =>
    app.call(owner, segmentRoutes.create, { body: { ...segmentBody, criteria } });

  it("is refused at each line whose value nobody could have meant", async () => {
    await columns();
    const { status, body } = await save([...sound, ...refused.map(([line]) => line)]);
    expect(status).toBe(400);
    expect((body as unknown as { fields: unknown }).fields).toEqual(
      Object.fromEntries(refused.map(([, words], n) => [`criteria.${sound.length + n}`, words])),
    );
    expect((await save(sound)).status).toBe(201);
  });

  it("says which of its lines went with a column, holds nobody by them, and can be archived as it is", async () => {
    await columns();
    const signed: CriteriaNode = { field: "attributes.signed", operator: "GreaterThan", value: "2026-03-31" };
    const { body: made } = await save([{ field: "plan", operator: "In", value: ["Pro"] }, signed]);
    const read = async () => (await app.call(owner, segmentRoutes.get, { params: { id: made.id } })).body;
    expect((await read()).brokenLines).toEqual([]);
    await app.queryAsAdmin("delete from customer_attributes where company_id = $1 and key = 'signed'", [
      companyId,
    ]);
    await app.drainJobs();
    const broken = await read();
    expect(broken.brokenLines).toEqual([
      {
        path: "criteria.1",
        words: "Signed greater than Mar 31, 2026",
        message: "There is no such field any more: choose another",
      },
    ]);
    expect([broken.status, broken.customerCount]).toEqual([SegmentStatus.Active, 0]);
    const { body: listed } = await app.call(owner, segmentRoutes.list, { query: {} });
    expect(listed.items.map(({ brokenLines }) => brokenLines.length)).toEqual([1]);
    const change = (status: 1 | 2) =>
      app.call(owner, segmentRoutes.update, {
        params: { id: made.id },
        body: { ...segmentBody, criteria: broken.criteria, status, version: made.version },
      });
    expect((await change(SegmentStatus.Active)).status).toBe(400);
    expect((await change(SegmentStatus.Inactive)).status).toBe(200);
  });
});
