import { createRandom } from "@forestay/churn-model";
import { modelRoutes, whatIfRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildUser, createTestApp, uploaded, type TestApp } from "#testing/index.ts";
import { allResults, analyze, buildWorld, type World } from "#testing/analysis-world.ts";
import { captureHistoryJob } from "./capture-history.ts";

const DAY_MS = 86_400_000;
const CUSTOMERS = 600;
const NEW_HABIT = 0.12;
const TO_QUIET = 0.4;
let app: TestApp;
let world: World;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  app.clock.set(new Date("2030-01-01T09:00:00Z"));
  world = await buildWorld(app, { companyId: "8b0f5b52-2a70-8c44-9d3e-51c9a0d4b7e1" });
});
afterAll(() => app.close());

/** Customers of a company that knows of each only how it is today, and that some are gone. */
interface Simulated {
  id: string;
  monthly: boolean;
  logins: number;
  left: boolean;
  isNew: boolean;
}
const random = createRandom(11);
const customers: Simulated[] = Array.from({ length: CUSTOMERS }, (_, index) => ({
  id: `K-${index}`,
  monthly: random.next() < 0.5,
  logins: 20,
  left: false,
  isNew: false,
}));
const isQuiet = ({ logins }: Simulated) => logins < 15;
/** Chance of leaving within a month. */
const hazard = (monthly: boolean, quiet: boolean) =>
  1 / (1 + Math.exp(4.6 - (monthly ? 1.6 : 0) - (quiet ? 1.8 : 0)));
/** Chance of leaving within so many months, where use may rise or fall meanwhile. */
function leavesWithin(months: number, monthly: boolean, quiet: boolean): number {
  if (months === 0) return 0;
  const turns = NEW_HABIT * (quiet ? 1 - TO_QUIET : TO_QUIET);
  const later =
    (1 - turns) * leavesWithin(months - 1, monthly, quiet) +
    turns * leavesWithin(months - 1, monthly, !quiet);
  const now = hazard(monthly, quiet);
  return now + (1 - now) * later;
}

function monthPasses(): void {
  for (const customer of customers) {
    if (customer.left) continue;
    customer.left = random.next() < hazard(customer.monthly, isQuiet(customer));
    // Use stays high or low for a while.
    if (random.next() < NEW_HABIT) customer.logins = random.next() < TO_QUIET ? 4 : 24;
    customer.logins = Math.max(0, customer.logins + Math.round(4 * random.next() - 2));
  }
}

const asFile = () =>
  `customer_id,contract,logins_last_month,seats,left\n${customers
    .map(
      ({ id, monthly, logins, left }) =>
        `${id},${monthly ? "Monthly" : "Annual"},${logins},3,${left ? "yes" : "no"}`,
    )
    .join("\n")}\n`;

/** One file a month, and the nights in between. */
async function liveThrough(months: number): Promise<void> {
  for (let month = 0; month < months; month++) {
    await importToday();
    await nightly();
    app.clock.advance(30 * DAY_MS);
    monthPasses();
  }
}
async function importToday(): Promise<void> {
  await uploaded(app, await someone(), asFile(), { autoConfirm: true });
  await app.drainJobs();
  // Ids decide the folds: with new ones in every run each model would be another one.
  await app.queryAsAdmin(
    `update customers set id = overlay(overlay(md5(external_id) placing '8' from 13) placing '8' from 17)::uuid
     where company_id = $1 and not exists (select from customer_snapshots s where s.customer_id = customers.id)`,
    [world.companyId],
  );
}
async function nightly(): Promise<void> {
  const at = app.clock.now();
  app.clock.set(new Date(Math.ceil(at.getTime() / DAY_MS) * DAY_MS + 100 * 60_000));
  await app.runForCompanies(captureHistoryJob);
  app.clock.set(at);
}
/** Nobody stays signed in for months. */
const someone = async (): Promise<CompanyUser> =>
  (await buildUser(app.db, world.companyId, "Owner", { now: app.clock.now() })).actor;

it("makes a model of plain monthly files, which scores customers by what came before leaving", async () => {
  await liveThrough(9);
  customers.push({ id: "K-new", monthly: true, logins: 2, left: false, isNew: true });
  await importToday();
  const owner = await someone();
  const analysis = await analyze(app, owner);
  expect(analysis).toMatchObject({ status: 3, source: "model", modelVersion: "v1" });
  const { body: card } = await app.call(owner, modelRoutes.card, { params: { version: "v1" } });
  expect(card.trainingSource).toBe("history");
  const labels = card.features.map(({ label }) => label);
  expect(labels).toEqual(
    expect.arrayContaining(["Contract", "Logins last month", "Logins last month, change"]),
  );

  const results = new Map(
    (await allResults(app, owner, analysis.id)).map((result) => [result.externalId, result]),
  );
  const here = customers.filter(({ left }) => !left);
  // Everybody who is there, the one who came today included: nobody waits for the next snapshot.
  expect([...results.keys()].sort()).toEqual(here.map(({ id }) => id).sort());
  const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length;
  const scored = (of: readonly Simulated[]) =>
    mean(of.map(({ id }) => results.get(id)?.probability ?? Number.NaN));
  for (const isRisky of [true, false]) {
    const group = here.filter((one) =>
      isRisky ? one.monthly && isQuiet(one) : !one.monthly && !isQuiet(one),
    );
    expect(group.length).toBeGreaterThan(20);
    const truth = mean(group.map((one) => leavesWithin(3, one.monthly, isQuiet(one))));
    expect(Math.abs(scored(group) - truth), `${scored(group)} for ${truth}`).toBeLessThan(
      Math.max(0.06, truth / 3),
    );
  }
  expect(results.get("K-new")?.probability).toBeGreaterThan(0.3);

  const newcomer = results.get("K-new")?.customerId ?? "";
  const whatIf = await app.call(owner, whatIfRoutes.customer, {
    params: { id: newcomer },
    body: { changes: [{ field: "attr:contract", value: "Annual" }], withSuggestions: false },
  });
  expect(whatIf.status).toBe(200);

  // Two months on there is a later window that neither model has learned from.
  await liveThrough(3);
  await importToday();
  await analyze(app, await someone());
  const { body: models } = await app.call(await someone(), modelRoutes.list);
  expect(models.items.map(({ version, decision }) => [version, decision?.comparison != null])).toEqual([
    ["v2", true],
    ["v1", false],
  ]);
});
