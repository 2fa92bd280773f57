import { createRandom } from "@forestay/churn-model";
import { analysisRoutes, modelRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, uploaded, type TestApp } from "#testing/index.ts";
import { allResults, analyze, buildWorld, type World } from "#testing/analysis-world.ts";
import { captureHistoryJob } from "./capture-history.ts";

let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  app.clock.set(new Date("2030-11-05T09:00:00Z"));
  world = await buildWorld(app);
});
afterAll(() => app.close());

/** Ten months of 320 customers; those who log in less and less leave, and the row of their last month gives the day. */
function monthlyRows(): string {
  const random = createRandom(5);
  const lines = ["customer_id,month,contract,logins,end_date"];
  for (let id = 0; id < 360; id++) {
    const monthly = random.next() < 0.5;
    let logins = 10 + 25 * random.next();
    for (let month = 1; month <= 10; month++) {
      logins = Math.max(0, logins + (random.next() < 0.25 ? -9 : 2) * random.next());
      const leaves = random.next() < (monthly ? 0.05 : 0.005) + (logins < 15 ? 0.15 : 0);
      const name = `2030-${String(month).padStart(2, "0")}`;
      lines.push(
        `D-${id},${name},${monthly ? "Monthly" : "Annual"},${Math.round(logins)},${leaves ? `${name}-20` : ""}`,
      );
      if (leaves) break;
    }
  }
  return `${lines.join("\n")}\n`;
}

it("trains on the history of one imported file, the day it was imported", async () => {
  const before = await app.call(world.owner, analysisRoutes.checkCompleteness, { body: {} });
  expect(before.body.outcomes.source).toBe("none");
  await uploaded(app, world.owner, monthlyRows(), { autoConfirm: true });
  await app.drainJobs();
  const { body: check } = await app.call(world.owner, analysisRoutes.checkCompleteness, { body: {} });
  expect(check).toMatchObject({ expectedSource: "model", outcomes: { source: "history" }, blockers: [] });
  // All who are there can be scored, from what their newest row says.
  expect([check.customers, check.blocked]).toEqual([check.ready, 0]);
  expect(check.fields.map(({ field }) => field)).toEqual(
    expect.arrayContaining(["attributes.contract", "attributes.logins"]),
  );

  const analysis = await analyze(app, world.owner);
  expect(analysis).toMatchObject({ status: 3, source: "model" });
  const { body: card } = await app.call(world.owner, modelRoutes.card, { params: { version: "v1" } });
  expect(card.trainingSource).toBe("history");
  expect(card.dataWindow?.from.slice(0, 7)).toBe("2030-02");
  expect(card.auc.value).toBeGreaterThan(0.6);
  expect(await allResults(app, world.owner, analysis.id)).toHaveLength(check.customers);
});

it("is not followed by snapshots that would repeat what the file said", async () => {
  const count = async () =>
    (await app.queryAsAdmin<{ count: string }>("select count(*) from customer_snapshots"))[0]?.count;
  const before = await count();
  for (const night of ["2030-11-06T01:40:00Z", "2030-12-20T01:40:00Z"]) {
    app.clock.set(new Date(night));
    await app.runForCompanies(captureHistoryJob);
  }
  expect(await count()).toBe(before);
});
