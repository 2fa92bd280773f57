import { campaignRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { campaignCompany } from "../fixtures/campaign-company.ts";
import { followJob } from "../follow/follow-campaigns.ts";
import { drawStarted } from "./draw-later.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());

it("customers who are drawn after the start, in parts and by workers that die, come out as those drawn at once", async () => {
  const company = await campaignCompany(app);
  const { companyId } = company;
  await company.addCustomers(23);
  const id = await company.begin({ holdoutShare: 0.5 });
  const enrolled = () =>
    app.queryAsAdmin(
      `select customer_id, arm, variant, state, due_at, entered_at, measured_at, yearly_value_cents
       from campaign_enrolments where campaign_id = $1 order by customer_id`,
      [id],
    );
  const atOnce = await enrolled();
  expect(atOnce).toHaveLength(23);
  // As a start leaves it that has too many to draw while somebody waits.
  await app.queryAsAdmin("delete from campaign_enrolments where campaign_id = $1", [id]);
  await app.queryAsAdmin("update campaigns set draws_since = started_at where id = $1", [id]);

  // The second part's worker dies with its rows written and not committed.
  await app.queryAsAdmin("create sequence parts");
  await app.queryAsAdmin(`
    create function die_once() returns trigger language plpgsql security definer as $$
    begin
      if new.drawn_to is distinct from old.drawn_to and nextval('parts') = 2 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return new;
    end $$`);
  await app.queryAsAdmin(
    "create trigger dies before update on campaigns for each row execute function die_once()",
  );
  const draw = () =>
    drawStarted(
      { db: app.db, jobs: app.context.jobs, signal: new AbortController().signal },
      { companyId, campaignId: id },
      5,
    );
  await expect(draw()).rejects.toThrow();
  expect(await enrolled()).toHaveLength(5);
  const look = async () =>
    (await app.call(company.owner, campaignRoutes.get, { params: { id } })).body.isDrawing;
  expect(await look()).toBe(true);
  // Nobody has come to meet it meanwhile: they are its beginning.
  await app.runJob(followJob.company, { companyId });
  expect(await enrolled()).toHaveLength(5);
  await draw();
  await draw();
  expect(await enrolled()).toEqual(atOnce);
  expect(await look()).toBe(false);
});
