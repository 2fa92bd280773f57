import {
  campaignRoutes,
  customerViewRoutes,
  segmentRoutes,
  tagRoutes,
  type CriteriaNode,
} from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addCustomers, buildWorld } from "#testing/analysis-world.ts";
import { campaignBody } from "#testing/campaign-body.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { segmentBody } from "#testing/segment-body.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());

it("names what asks for a tag before it is deleted, and counts the views that are people's own", async () => {
  const { companyId, owner } = await buildWorld(app);
  await addCustomers(app, companyId, [{ externalId: "C-1" }]);
  const [customer] = await app.queryAsAdmin<{ id: string }>(
    "select id from customers where company_id = $1",
    [companyId],
  );
  const { body: tag } = await app.call(owner, tagRoutes.add, {
    params: { id: customer?.id ?? "" },
    body: { name: "VIP" },
  });
  const params = { id: tag.id };
  const uses = async () => (await app.call(owner, tagRoutes.uses, { params })).body;
  expect(await uses()).toEqual({ usedBy: [], ownViews: 0 });

  const criteria: CriteriaNode[] = [{ field: "tags", operator: "In", value: [tag.id] }];
  const segment = await app.call(owner, segmentRoutes.create, {
    body: { ...segmentBody, name: "Important", criteria },
  });
  const view = { search: "", conditions: criteria, sort: "plan", direction: "asc" } as const;
  const shared = await app.call(owner, customerViewRoutes.create, {
    body: { ...view, name: "The important ones", isShared: true },
  });
  const { actor } = await buildUser(app.db, companyId, "Staff");
  await app.call(actor, customerViewRoutes.create, { body: { ...view, name: "My secret", isShared: false } });
  const campaign = await app.call(owner, campaignRoutes.create, {
    body: campaignBody({ name: "Thank them", audience: criteria }),
  });
  expect(await uses()).toEqual({
    usedBy: [
      { kind: "segment", id: segment.body.id, name: "Important" },
      { kind: "view", id: shared.body.id, name: "The important ones" },
      { kind: "campaign", id: campaign.body.id, name: "Thank them" },
    ],
    ownViews: 1,
  });
  const refused = await app.call(owner, tagRoutes.delete, { params });
  expect(refused.body).toMatchObject({
    code: "invalid_state",
    message: "'VIP' cannot be deleted: 'Important', 'The important ones', the campaign 'Thank them' use it.",
  });
  const gone = await app.call(owner, tagRoutes.uses, {
    params: { id: "0197a000-0000-7000-8000-0000000000aa" },
  });
  expect(gone.status).toBe(404);
});
