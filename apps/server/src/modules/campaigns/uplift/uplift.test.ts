import { campaignRoutes, type ContactWorth } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { withTenant } from "#platform/db/transaction.ts";
import { campaignBody } from "#testing/campaign-body.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { campaignCompany, type CampaignCompany } from "../fixtures/campaign-company.ts";
import { writePastCampaign } from "../sample/write-past-campaign.ts";
import { learnUpliftJob } from "./learn-uplift.ts";

let app: TestApp;
let company: CampaignCompany;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(new Date("2026-03-03T10:00:00Z"));
  company = await campaignCompany(app);
});

const CUSTOMERS = 800;
const read = async (query: object = {}): Promise<ContactWorth> => {
  const { status, body } = await app.call(company.owner, campaignRoutes.worth, { query });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const learn = () => app.runJob(learnUpliftJob.company, { companyId: company.companyId });

/** A finished campaign whose effect grows with silence: the quietest are won back, those who were there today are driven away. */
async function finished(name: string, from: number, number: number): Promise<void> {
  const customers = await app.queryAsAdmin<{ id: string; number: number }>(
    `select id, substr(external_id, 2)::int as number from customers where company_id = $1
     and substr(external_id, 2)::int between $2 and $3 order by 2`,
    [company.companyId, from, from + number - 1],
  );
  const leaves: string[] = [];
  const enteredAt = new Date("2026-01-01T10:00:00Z");
  const entrants = customers.map(({ id, number: n }) => {
    // Numbers stand for chance: evenly spread, so that the test says the same on every run.
    const arm = n % 2 === 0 ? ("sent" as const) : ("held" as const);
    const silentDays = Math.floor(n / 2) % 20;
    const of = arm === "sent" ? 0.3 - 0.012 * silentDays : 0.1 + 0.012 * silentDays;
    if ((Math.floor(n / 40) * 0.618034) % 1 < of) leaves.push(id);
    return {
      customerId: id,
      arm,
      variant: "A" as const,
      enteredAt,
      yearlyValueCents: 120_000,
      facts: [null, 1200, 400, silentDays, 0],
    };
  });
  await app.queryAsAdmin(
    "update customers set churned = true, churned_at = '2026-01-15', ended_at = '2026-01-15' where id = any($1)",
    [leaves],
  );
  await withTenant(app.db, company.companyId, (tx) =>
    writePastCampaign(tx, company.companyId, {
      input: campaignBody({ name, holdoutShare: 0.5 }),
      by: "Test",
      entrants,
      messages: [],
      waitsIn: null,
      now: app.clock.now(),
    }),
  );
}

it("says that it does not know before two holdouts are finished, and then whom contact keeps and whom it drives away", async () => {
  await company.addCustomers(2 * CUSTOMERS + 40);
  await finished("First", 0, CUSTOMERS);
  await learn();
  expect(await read()).toMatchObject({ state: "unknown", finishedHoldouts: 1, neededHoldouts: 2, items: [] });

  await finished("Second", CUSTOMERS, CUSTOMERS);
  // Of those who are here now every second was there today, the others not for nineteen days.
  await app.queryAsAdmin(
    `update customers set last_activity_at = case when substr(external_id, 2)::int % 2 = 0 then $2::timestamptz else $3::timestamptz end,
       last_login_at = null where company_id = $1`,
    [company.companyId, "2026-03-03T09:00:00Z", "2026-02-12T10:00:00Z"],
  );
  await learn();
  const all = await read();
  expect(all).toMatchObject({ state: "known", learnt: { campaigns: 2, customers: 2 * CUSTOMERS } });
  expect(all.quality!.customers).toBe(2 * CUSTOMERS);
  expect(all.quality!.low).toBeGreaterThan(0);
  expect(all.quality!.best.share).toBeLessThan(1);
  expect(new Set(all.groups.map(({ group }) => group))).toEqual(new Set(["keptByIt", "drivenAway"]));
  expect(all.items[0]).toMatchObject({ group: "keptByIt", yearlyValue: 1200 });
  expect(all.items[0]!.worth).toBeCloseTo(1200 * all.items[0]!.uplift, 0);
  const harmed = await read({ group: "drivenAway" });
  expect(harmed.totalCount).toBe(all.groups.find(({ group }) => group === "drivenAway")!.customers);
  expect(harmed.items[0]!.uplift).toBeLessThan(0);

  // A campaign that leaves them out says so before it starts.
  const preview = async (leavesOutHarmed: boolean) =>
    (
      await app.call(company.owner, campaignRoutes.preview, {
        body: campaignBody({ leavesOutHarmed, leavesOutOthers: false }),
      })
    ).body;
  const without = await preview(true);
  const everybody = await preview(false);
  expect(without.leftOut.find(({ reason }) => reason === "Driven away by contact")!.count).toBe(
    harmed.totalCount,
  );
  expect(everybody.entersAtStart - without.entersAtStart).toBe(harmed.totalCount);
});
