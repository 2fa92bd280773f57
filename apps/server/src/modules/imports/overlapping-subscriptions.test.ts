import { afterAll, beforeAll, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { dryRun, imported } from "./fixtures/import-flow.ts";

let app: TestApp;
let user: CompanyUser;
beforeAll(async () => {
  app = await createTestApp();
  const { id } = await buildCompany(app.db);
  await app.queryAsAdmin("update companies set time_zone = 'America/New_York' where id = $1", [id]);
  user = (await buildUser(app.db, id, "Owner", { now: app.clock.now() })).actor;
});
afterAll(() => app.close());

const numbers = Array.from({ length: 24 }, (_, n) => n);
const file = (...rows: string[]) =>
  `customer_id,plan,amount,currency,interval,start_date,end_date\n${rows.join("\n")}\n`;
/** Two at once. */
const overlapping = (n: number) => [
  `O-${n},Team,20,USD,month,2024-01-01,`,
  `O-${n},Growth,40,USD,month,2024-06-01,`,
];
/** One ends in the evening of the day on which the next begins, the next day by the clock of UTC: it changed. */
const changed = (n: number) => [
  `O-${n},Team,20,USD,month,2024-01-01 09:00,2024-06-01 21:00`,
  `O-${n},Growth,40,USD,month,2024-06-01 21:00,`,
];

it("asks whether subscriptions without ids that overlap are several at once", async () => {
  const customers = numbers.map((n) => `O-${n},Ann ${n}`).join("\n");
  await imported(app, user, `customer_id,name\n${customers}\n`);
  const both = file(...numbers.flatMap(overlapping));
  const { questions } = await dryRun(app, user, both);
  expect(questions.map(({ code, column }) => [code, column])).toEqual([["overlaps", "start_date"]]);
  expect(questions[0]?.message).toMatch(/^24 customers have subscriptions without ids that overlap/);
  const named = both
    .split("\n")
    .map((line, at) => (line === "" ? line : `${at === 0 ? "subscription_id" : `S-${at}`},${line}`))
    .join("\n");
  expect((await dryRun(app, user, named)).questions).toEqual([]);
});

it("asks nobody for one that changed, nor for a few add-ons of a file that comes every night", async () => {
  expect((await dryRun(app, user, file(...numbers.flatMap(changed)))).questions).toEqual([]);
  const addOns = file(...numbers.flatMap((n) => (n < 3 ? overlapping(n) : changed(n))));
  expect((await dryRun(app, user, addOns)).questions).toEqual([]);
});
