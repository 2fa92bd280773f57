import { campaignRoutes, type CampaignInput } from "@forestay/contracts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { campaignBody } from "#testing/campaign-body.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { campaignCompany, type CampaignCompany } from "./fixtures/campaign-company.ts";
import { followJob } from "./index.ts";

let app: TestApp;
let company: CampaignCompany;

/** Ten customers of a company in Berlin, where it is one o'clock. */
beforeEach(async () => {
  app = await createTestApp({ appUrl: "https://app.test", rateLimitScale: 1000 });
  app.clock.set(new Date("2026-03-27T12:00:00Z"));
  company = await campaignCompany(app);
  await app.queryAsAdmin("update companies set time_zone = 'Europe/Berlin' where id = $1", [
    company.companyId,
  ]);
  await company.addCustomers(10);
});
afterEach(() => app.close());

const create = async (changed: Partial<CampaignInput> = {}) =>
  (await app.call(company.owner, campaignRoutes.create, { body: campaignBody(changed) })).body.id;
const plan = (id: string, startsOn: { day: string; time: string }, expectedCount = 10) =>
  app.call(company.owner, campaignRoutes.start, { params: { id }, body: { expectedCount, startsOn } });
const get = async (id: string) =>
  (await app.call(company.owner, campaignRoutes.get, { params: { id } })).body;
const minute = async (time: string) => {
  app.clock.set(new Date(time));
  await app.runForCompanies(followJob);
};
const told = () =>
  app.queryAsAdmin<{ title: string; message: string; action_url: string }>(
    "select title, message, action_url from notifications where company_id = $1",
    [company.companyId],
  );

it("starts once at the hour of the company's own clock, as by hand", async () => {
  const id = await create();
  // The night in between has an hour less.
  const planned = await plan(id, { day: "2026-03-30", time: "09:00" });
  expect([planned.status, planned.body]).toMatchObject([
    200,
    { status: "Scheduled", startsAt: "2026-03-30T07:00:00.000Z", startedAt: null, enteredCount: 0 },
  ]);
  await minute("2026-03-30T06:59:00Z");
  expect(await get(id)).toMatchObject({ status: "Scheduled", enteredCount: 0 });
  await minute("2026-03-30T07:00:00Z");
  const started = await get(id);
  expect(started).toMatchObject({
    status: "Active",
    startsAt: null,
    startedAt: "2026-03-30T07:00:00.000Z",
  });
  expect(started.enteredCount + started.heldCount).toBe(10);
  await minute("2026-03-30T07:01:00Z");
  expect(await get(id)).toMatchObject({ version: 1, startedAt: started.startedAt });
  expect(
    await app.queryAsAdmin(
      "select action, via from audit_entries where company_id = $1 and action in ('campaign.scheduled', 'campaign.started') order by occurred_at",
      [company.companyId],
    ),
  ).toEqual([
    { action: "campaign.scheduled", via: "screen" },
    { action: "campaign.started", via: "job" },
  ]);
});

it("refuses a time that is over, too far or not on the clock, and a plan that a check would stop", async () => {
  const id = await create();
  for (const [day, time, words] of [
    ["2026-03-27", "12:59", "This time has passed"],
    ["2026-03-29", "02:30", "The clocks leap over this time"],
    ["2027-04-01", "09:00", "At most a year ahead"],
  ] as const)
    expect(await plan(id, { day, time })).toMatchObject({
      status: 400,
      body: { fields: { startsOn: words } },
    });
  const empty = await create({ steps: [] });
  expect(await plan(empty, { day: "2026-03-30", time: "09:00" })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("Nothing is done yet") },
  });
  expect(await get(id)).toMatchObject({ status: "Draft", startsAt: null });
});

it("is called off, and not changed before that", async () => {
  const id = await create();
  const callOff = () => app.call(company.owner, campaignRoutes.callOff, { params: { id } });
  expect((await callOff()).status).toBe(409);
  await plan(id, { day: "2026-03-30", time: "09:00" });
  expect(await plan(id, { day: "2026-03-31", time: "09:00" })).toMatchObject({
    status: 409,
    body: { message: "The start of this campaign is planned already." },
  });
  const body = { ...campaignBody({ name: "Other" }), version: 1 };
  expect(await app.call(company.owner, campaignRoutes.update, { params: { id }, body })).toMatchObject({
    status: 409,
    body: { message: "This campaign starts by itself. Call its start off to change it." },
  });
  expect((await callOff()).body).toMatchObject({ status: "Draft", startsAt: null });
  await minute("2026-03-30T07:00:00Z");
  expect(await get(id)).toMatchObject({ status: "Draft", enteredCount: 0 });
  expect((await app.call(company.owner, campaignRoutes.update, { params: { id }, body })).status).toBe(200);
});

it("is a draft again where a check stops it on the day, and says why once", async () => {
  const nobody = await create({ name: "Nobody there" });
  const grown = await create({ name: "Ten times as many" });
  await plan(nobody, { day: "2026-03-30", time: "09:00" });
  await plan(grown, { day: "2026-03-31", time: "09:00" });
  await app.queryAsAdmin("delete from customers where company_id = $1", [company.companyId]);
  await minute("2026-03-30T07:00:00Z");
  await app.drainJobs();
  await company.addCustomers(200, 100);
  await minute("2026-03-31T07:00:00Z");
  await app.drainJobs();
  await minute("2026-03-31T07:01:00Z");
  await app.drainJobs();
  for (const id of [nobody, grown])
    expect(await get(id)).toMatchObject({ status: "Draft", startsAt: null, enteredCount: 0 });
  expect(await told()).toEqual([
    {
      title: "Nobody there did not start as planned",
      message: expect.stringContaining("Nobody would enter."),
      action_url: `/campaigns/${nobody}/edit`,
    },
    {
      title: "Ten times as many did not start as planned",
      message: expect.stringContaining("200 customers would enter now; you saw 10."),
      action_url: `/campaigns/${grown}/edit`,
    },
  ]);
});

/** Happens in the database as the named campaign becomes active. */
const asItStarts = (name: string, deed: string) =>
  app.queryAsAdmin(`
    create function meanwhile() returns trigger language plpgsql security definer as $$ begin ${deed} return new; end $$;
    create trigger meanwhile before update on campaigns for each row
      when (new.name = '${name}' and new.status = 'Active' and old.status = 'Scheduled') execute function meanwhile()`);

it("does not start by a plan that was changed while the one before started", async () => {
  const first = await create({ name: "First", leavesOutOthers: false });
  const second = await create({ name: "Second", leavesOutOthers: false });
  await plan(first, { day: "2026-03-30", time: "09:00" });
  await plan(second, { day: "2026-03-30", time: "09:01" });
  await asItStarts(
    "First",
    "update campaigns set starts_at = '2026-03-31T07:00:00Z' where name = 'Second' and status = 'Scheduled';",
  );
  await minute("2026-03-30T07:01:00Z");
  expect((await get(first)).status).toBe("Active");
  expect(await get(second)).toMatchObject({ status: "Scheduled", startsAt: "2026-03-31T07:00:00.000Z" });
  await minute("2026-03-31T07:00:00Z");
  expect((await get(second)).status).toBe("Active");
});

it("holds up no other campaign where its start fails, and is tried again", async () => {
  const first = await create({ name: "First", leavesOutOthers: false });
  const second = await create({ name: "Second", leavesOutOthers: false });
  await plan(first, { day: "2026-03-30", time: "09:00" });
  await plan(second, { day: "2026-03-30", time: "09:00" });
  await asItStarts("First", "raise exception 'no room';");
  app.clock.set(new Date("2026-03-30T07:00:00Z"));
  await expect(app.runJob(followJob.company, { companyId: company.companyId })).rejects.toThrow(
    "Planned starts",
  );
  expect((await get(first)).status).toBe("Scheduled");
  expect((await get(second)).status).toBe("Active");
  const looked = await app.queryAsAdmin(
    "select name from campaigns where company_id = $1 and looked_at is not null",
    [company.companyId],
  );
  expect(looked).toEqual([{ name: "Second" }]);
  await app.queryAsAdmin("drop trigger meanwhile on campaigns");
  await minute("2026-03-30T07:02:00Z");
  expect((await get(first)).status).toBe("Active");
});
