import { afterAll, beforeAll, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { dryRun, imported } from "./fixtures/import-flow.ts";

let app: TestApp;
let user: CompanyUser;
beforeAll(async () => {
  app = await createTestApp();
  const { id } = await buildCompany(app.db);
  user = (await buildUser(app.db, id, "Owner", { now: app.clock.now() })).actor;
});
afterAll(() => app.close());

it("asks whether subscriptions without ids that overlap are several at once", async () => {
  await imported(app, user, "customer_id,name\nO-1,Ann\nO-2,Bob\nO-3,Cy\n");
  const file = (...rows: string[]) =>
    `customer_id,plan,amount,currency,interval,start_date,end_date\n${rows.join("\n")}\n`;
  const both = file(
    "O-1,Team,20,USD,month,2024-01-01,",
    "O-1,Growth,40,USD,month,2024-06-01,",
    // One ends on the day the next begins: it changed.
    "O-2,Team,20,USD,month,2024-01-01,2024-06-01",
    "O-2,Growth,40,USD,month,2024-06-01,",
    "O-3,Team,20,USD,month,2024-01-01,",
  );
  const { questions } = await dryRun(app, user, both);
  expect(questions.map(({ code, column }) => [code, column])).toEqual([["overlaps", "start_date"]]);
  expect(questions[0]?.message).toMatch(/^1 customer has subscriptions without ids that overlap/);
  const named = both
    .split("\n")
    .map((line, at) => (line === "" ? line : `${at === 0 ? "subscription_id" : `S-${at}`},${line}`))
    .join("\n");
  expect((await dryRun(app, user, named)).questions).toEqual([]);
});
