import { trackRecordRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withTenant } from "#platform/db/transaction.ts";
import { addCustomers, buildWorld } from "#testing/analysis-world.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { isTrackRecordBehind, keepTrackRecord } from "./keep-track-record.ts";
import { matureScores } from "./mature-scores.ts";

const DAY_MS = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MS);

it("is due where scores matured and nobody kept what they came to, and waits for new ones without counting the rest again", async () => {
  const world = await buildWorld(app);
  await addCustomers(app, world.companyId, [{ externalId: "A" }, { externalId: "B" }]);
  const score = (externalId: string, days: number) =>
    app.queryAsAdmin(
      `insert into customer_score_history (company_id, customer_id, scored_at, analysis_id, probability, score, level)
       select company_id, id, $3, uuidv7(), 0.4, 40, 3 from customers where company_id = $1 and external_id = $2`,
      [world.companyId, externalId, daysAgo(days)],
    );
  const keep = () => keepTrackRecord(app.db, world.companyId, app.clock.now(), { few: 0 });
  const isDue = () => withTenant(app.db, world.companyId, (tx) => isTrackRecordBehind(tx, world.companyId));
  const told = async () => {
    const { latest, waiting } = (await app.call(world.owner, trackRecordRoutes.get)).body;
    return [latest?.customers, waiting];
  };
  await score("A", 100);
  await matureScores(app.db, world.companyId, app.clock.now());
  await keep();
  expect([await isDue(), ...(await told())]).toEqual([false, 1, 0]);
  await score("B", 99);
  // As by a worker that dies before it keeps them.
  await matureScores(app.db, world.companyId, app.clock.now());
  expect([await isDue(), ...(await told())]).toEqual([true, 1, 0]);
  // Nor is it forgotten what matures while they are worked out, before the last of it is written.
  const holder = await app.db.openConnection("holder");
  await holder.query("begin; lock table track_record_scores in share mode");
  const kept = keep();
  const waits = `select 1 from pg_locks where relation = 'track_record_scores'::regclass and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(() => app.queryAsAdmin(waits), { timeout: 600_000 }).toHaveLength(1);
  await score("A", 98);
  await matureScores(app.db, world.companyId, app.clock.now());
  await holder.query("commit");
  await holder.end();
  await kept;
  expect(await isDue()).toBe(true);
  await keep();
  expect([await isDue(), ...(await told())]).toEqual([false, 2, 0]);
  await score("A", 1);
  await app.queryAsAdmin(
    `insert into customer_totals (company_id, customer_count, last_scored_at) values ($1, 2, $2)
     on conflict (company_id) do update set last_scored_at = excluded.last_scored_at`,
    [world.companyId, daysAgo(1)],
  );
  expect(await isDue()).toBe(true);
  await app.queryAsAdmin("update customer_score_history set level = 0 where company_id = $1", [
    world.companyId,
  ]);
  await keep();
  expect([await isDue(), ...(await told())]).toEqual([false, 2, 1]);
  expect((await app.call(world.owner, trackRecordRoutes.get)).body.latest?.levels[0]).toMatchObject({
    level: 3,
    scored: 2,
  });
});
