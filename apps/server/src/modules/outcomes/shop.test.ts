import { createRandom } from "@forestay/churn-model";
import { DAY_MS, modelRoutes, settingsRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, uploaded, type TestApp } from "#testing/index.ts";
import { allResults, analyze, buildWorld, type World } from "#testing/analysis-world.ts";

const CUSTOMERS = 250;
/** As the shop sees it: who has not ordered for so long is gone. */
const INACTIVE_DAYS = 90;
const NOW = Date.parse("2030-01-01T09:00:00Z");

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  app.clock.set(new Date(NOW));
  world = await buildWorld(app, { companyId: "8b0f5b52-2a70-8c44-9d3e-51c9a0d4b7e2" });
});
afterAll(() => app.close());

interface Shopper {
  id: string;
  orders: { atMs: number; cents: number }[];
  /** Whether it had stopped ordering for good by now. */
  gone: boolean;
}

/** Orders in a rhythm of one's own, until one stops; who spends little stops sooner. */
function simulate(): Shopper[] {
  const random = createRandom(5);
  return Array.from({ length: CUSTOMERS }, (_, index) => {
    const spends = random.next() < 0.5 ? 9_000 : 2_000;
    const gapDays = 8 + 22 * random.next();
    const startMs = NOW - (200 + 500 * random.next()) * DAY_MS;
    const stopMs = startMs - Math.log(random.next()) * (spends > 5_000 ? 900 : 300) * DAY_MS;
    const orders: Shopper["orders"] = [];
    for (
      let atMs = startMs;
      atMs < Math.min(stopMs, NOW);
      atMs += gapDays * (0.6 + 0.8 * random.next()) * DAY_MS
    )
      orders.push({ atMs, cents: Math.round(spends * (0.7 + 0.6 * random.next())) });
    return { id: `B-${index}`, orders, gone: stopMs < NOW };
  });
}

it("learns of a shop's orders alone who will order no more, and scores everybody who is there", async () => {
  const { owner } = world;
  const shoppers = simulate();
  const { body: settings } = await app.call(owner, settingsRoutes.getScoring);
  await app.call(owner, settingsRoutes.updateScoring, {
    body: { ...settings, churnDefinition: "inactive", inactiveDays: INACTIVE_DAYS },
  });
  await uploaded(
    app,
    owner,
    `customer_id,name\n${shoppers.map(({ id }) => `${id},Shopper ${id}`).join("\n")}\n`,
    {
      autoConfirm: true,
    },
  );
  await app.drainJobs();
  // Ids decide the folds: with new ones in every run each model would be another one.
  await app.queryAsAdmin(
    `update customers set id = overlay(overlay(md5(external_id) placing '8' from 13) placing '8' from 17)::uuid
     where company_id = $1`,
    [world.companyId],
  );
  const rows = shoppers.flatMap(({ id, orders }) =>
    orders.map(
      ({ atMs, cents }, at) =>
        `${id}-${at},${id},${new Date(atMs).toISOString()},${(cents / 100).toFixed(2)},USD`,
    ),
  );
  const job = await uploaded(
    app,
    owner,
    `order_id,customer_id,order_date,total,currency\n${rows.join("\n")}\n`,
    {
      autoConfirm: true,
    },
  );
  expect(job.kind).toBe("invoices");
  await app.drainJobs({ ignoreRunAt: true });

  const analysis = await analyze(app, owner);
  expect(analysis).toMatchObject({ source: "model", modelVersion: "v1" });
  expect(analysis.quality?.droppedColumns).toEqual([]);
  const { body: card } = await app.call(owner, modelRoutes.card, { params: { version: "v1" } });
  expect(card.trainingSource).toBe("history");
  expect(card.features.map(({ label }) => label)).toEqual(
    expect.arrayContaining(["Last order", "Orders, 30 days", "Spent on orders, 90 days", "Tenure"]),
  );
  const results = await allResults(app, owner, analysis.id);
  const here = shoppers.filter(({ orders }) => NOW - orders.at(-1)!.atMs < INACTIVE_DAYS * DAY_MS);
  expect(results.map(({ externalId }) => externalId).sort()).toEqual(here.map(({ id }) => id).sort());
  const meanOf = (gone: boolean) => {
    const ids = new Set(here.filter((one) => one.gone === gone).map(({ id }) => id));
    expect(ids.size).toBeGreaterThan(10);
    const chances = results.flatMap((one) => (ids.has(one.externalId ?? "") ? [one.probability] : []));
    return chances.reduce((sum, chance) => sum + chance, 0) / ids.size;
  };
  // What the shop cannot know yet: who of those that are there has ordered for the last time.
  expect(meanOf(true)).toBeGreaterThan(0.5);
  expect(meanOf(false)).toBeLessThan(0.15);
});
