import {
  campaignRoutes,
  customerViewRoutes,
  importRoutes,
  segmentRoutes,
  type CriteriaNode,
} from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildWorld } from "#testing/analysis-world.ts";
import { campaignBody } from "#testing/campaign-body.ts";
import { buildUser, createTestApp, uploaded, type TestApp } from "#testing/index.ts";
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
});

const bring = async (lines: string) => {
  const job = await uploaded(app, owner, lines, { autoConfirm: true });
  await app.drainJobs();
  return job.id;
};
const losses = async (query: { importId?: string; provider?: "hubspot" }) => {
  const { status, body } = await app.call(owner, segmentRoutes.columnLosses, { query });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items;
};
const large: CriteriaNode[] = [{ field: "attributes.seats", operator: "GreaterThan", value: 3 }];

it("names who asks for the columns of an import before it is undone, and says of each afterwards that it is broken", async () => {
  const first = await bring("customer_id,name\nC-1,Ann\n");
  const second = await bring("customer_id,seats,region\nC-1,5,EU\nC-2,9,US\n");
  const { body: segment } = await app.call(owner, segmentRoutes.create, {
    body: { ...segmentBody, name: "Large", criteria: large },
  });
  const view = { search: "", conditions: large, sort: "plan", direction: "asc" } as const;
  const shared = await app.call(owner, customerViewRoutes.create, {
    body: { ...view, name: "Large ones", isShared: true },
  });
  const { actor } = await buildUser(app.db, companyId, "Staff");
  await app.call(actor, customerViewRoutes.create, { body: { ...view, name: "My secret", isShared: false } });
  const campaign = await app.call(owner, campaignRoutes.create, {
    body: campaignBody({ name: "Call them", audience: large }),
  });
  expect([shared.status, campaign.status], JSON.stringify(campaign.body)).toEqual([201, 201]);
  await app.drainJobs();
  expect(await losses({ importId: first })).toEqual([]);
  const named = await losses({ importId: second });
  expect(named).toEqual([
    {
      key: "seats",
      label: "seats",
      usedBy: [
        { kind: "segment", id: segment.id, name: "Large" },
        { kind: "view", id: shared.body.id, name: "Large ones" },
        { kind: "campaign", id: campaign.body.id, name: "Call them" },
      ],
      ownViews: 1,
    },
    { key: "region", label: "region", usedBy: [], ownViews: 0 },
  ]);
  expect(JSON.stringify(named)).not.toContain("secret");

  expect((await app.call(owner, importRoutes.undo, { params: { id: second } })).status).toBe(202);
  await app.drainJobs();
  const { body: broken } = await app.call(owner, segmentRoutes.get, { params: { id: segment.id } });
  const gone = { words: "seats greater than 3", message: "There is no such field any more: choose another" };
  expect([broken.customerCount, broken.brokenLines]).toEqual([
    0,
    [{ path: "criteria.0", ...gone, words: "Seats greater than 3" }],
  ]);
  const { body: views } = await app.call(owner, customerViewRoutes.list, {});
  expect(views.items.map(({ brokenLines }) => brokenLines)).toEqual([[{ path: "conditions.0", ...gone }]]);
  const { body: read } = await app.call(owner, campaignRoutes.get, { params: { id: campaign.body.id } });
  expect([campaign.body.brokenLines, read.brokenLines]).toEqual([[], [{ path: "audience.0", ...gone }]]);
});

it("names no column that another file's customers have too", async () => {
  await bring("customer_id,seats\nC-1,5\n");
  const second = await bring("customer_id,region\nC-2,US\n");
  await bring("customer_id,region\nC-3,EU\n");
  expect(await losses({ importId: second })).toEqual([]);
});

it("names the columns that a system alone has said", async () => {
  await app.queryAsAdmin(
    `insert into customer_attributes (company_id, key, label, kind) values ($1, 'tier', 'Tier', 'text'), ($1, 'both', 'Both', 'text')`,
    [companyId],
  );
  await app.queryAsAdmin(
    `insert into customer_tellers (company_id, id, source, reference, told_at)
     values ($1, 't1', 'system', 'hubspot', now()), ($1, 't2', 'person', 'x', now())`,
    [companyId],
  );
  await app.queryAsAdmin(
    `insert into customers (company_id, external_id, attributes) values ($1, 'H-1', '{"tier": "gold", "both": "a"}'), ($1, 'H-2', '{"both": "b"}')`,
    [companyId],
  );
  await app.queryAsAdmin(
    `update customers set value_sources = case external_id when 'H-1' then '{"attributes.tier": "t1", "attributes.both": "t1"}'::jsonb
       else '{"attributes.both": "t2"}'::jsonb end where company_id = $1`,
    [companyId],
  );
  expect((await losses({ provider: "hubspot" })).map(({ key }) => key)).toEqual(["tier"]);
  const { status } = await app.call(owner, segmentRoutes.columnLosses, { query: {} });
  expect(status).toBe(400);
});
