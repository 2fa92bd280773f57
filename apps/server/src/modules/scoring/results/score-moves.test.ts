import { afterAll, beforeAll, expect, it } from "vitest";
import { withTenantClient } from "#platform/db/transaction.ts";
import { addCustomers, buildWorld } from "#testing/analysis-world.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { createRunTables } from "./run-tables.ts";
import { rememberScores, type LargeMove } from "./score-moves.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it("scores that moved far or into another level are walked in waves, each once, and the others are left out", async () => {
  const { companyId } = await buildWorld(app);
  /** Before and after; the levels begin at 10, 30 and 60. */
  const scores: [number, number][] = [
    [30, 40],
    [40, 30],
    [29, 30],
    [30, 29],
    [61, 60],
    [60, 59],
    [31, 39],
    [12, 12],
  ];
  await addCustomers(
    app,
    companyId,
    scores.map((_, index) => ({ externalId: `c-${index}` })),
  );
  const waves = await withTenantClient(app.db, companyId, async ({ client }) => {
    await createRunTables(client);
    const moves = await rememberScores(client, companyId, {
      source: "model",
      churn: { definition: "cancelled", inactiveDays: 60 },
      bands: { medium: 10, high: 30, critical: 60 },
      currency: "USD",
    });
    for (const [index, [before, after]] of scores.entries())
      await client.query(
        "insert into score_moves select id, $2, $3, null from customers where company_id = $4 and external_id = $1",
        [`c-${index}`, before, after, companyId],
      );
    const found: LargeMove[][] = [];
    // A second walk begins where the first has ended.
    for (let walk = 0; walk < 2; walk++)
      for await (const wave of moves.walkLarge({ fromPoints: 10, size: 2 })) found.push(wave);
    return found;
  });
  const once = ["c-0", "c-1", "c-2", "c-3", "c-5"];
  expect(waves.map((wave) => wave.length)).toEqual([2, 2, 1, 2, 2, 1]);
  expect(
    waves
      .flat()
      .map(({ externalId }) => externalId)
      .toSorted(),
  ).toEqual([...once, ...once].toSorted());
  expect(waves.flat().find(({ externalId }) => externalId === "c-5")).toMatchObject({
    previousScore: 60,
    score: 59,
  });
});
