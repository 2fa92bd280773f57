import {
  analysisRoutes,
  type ChurnRule,
  importRoutes,
  modelRoutes,
  settingsRoutes,
} from "@forestay/contracts";
import { createRandom } from "@forestay/churn-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadSimulatedCustomers, simulateCompany } from "#modules/demo/index.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { createTestApp, uploaded, type TestApp } from "#testing/index.ts";
import { addCustomers, allResults, analyze, buildWorld, type World } from "#testing/analysis-world.ts";
import { countCustomerIds } from "#testing/count-customer-ids.ts";
import { labelledCustomers } from "#testing/labelled-customers.ts";

const DAY_MS = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());

const ago = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MS);

async function choose(user: CompanyUser, { definition, inactiveDays }: ChurnRule): Promise<void> {
  const { body } = await app.call(user, settingsRoutes.getScoring);
  const saved = await app.call(user, settingsRoutes.updateScoring, {
    body: { ...body, churnDefinition: definition, inactiveDays },
  });
  expect(saved.status).toBe(200);
}
const modelsOf = async (user: CompanyUser) => (await app.call(user, modelRoutes.list)).body.items;
const checkOf = async (user: CompanyUser) =>
  (await app.call(user, analysisRoutes.checkCompleteness, { body: {} })).body;
async function newestAnalysis({ companyId, owner }: World) {
  const [row] = await app.queryAsAdmin<{ id: string; trigger: string }>(
    "select id, trigger from churn_analyses where company_id = $1 order by id desc limit 1",
    [companyId],
  );
  const { body } = await app.call(owner, analysisRoutes.results, { params: { id: row?.id ?? "" } });
  return { ...body, trigger: row?.trigger };
}

describe("two years of history under each definition", () => {
  const horizonMs = 90 * DAY_MS;
  const nowMs = () => Math.floor(app.clock.now().getTime() / DAY_MS) * DAY_MS;
  const simulated = () => [...simulateCompany({ seed: 4, nowMs: nowMs(), customers: 110 })];
  let world: World;
  beforeAll(async () => {
    await countCustomerIds(app);
    world = await buildWorld(app, { companyId: "0193e000-0000-7000-8000-000000000012" });
    await loadSimulatedCustomers(app.db, world.companyId, simulated());
    await analyze(app, world.owner);
  });

  /** The simulator's customers gone through by hand: who was there at each month's end, and who left within 90 days. */
  function expectedOutcomes({ definition, inactiveDays }: ChurnRule) {
    const customers = simulated();
    const seenMs = (one: (typeof customers)[number]) => one.lastLoginAtMs ?? Number.NaN;
    const untilMs =
      definition === "cancelled"
        ? nowMs()
        : Math.max(nowMs(), ...customers.map(seenMs).filter((ms) => ms <= app.clock.now().getTime()));
    const activeMs = Math.max(...customers.map(seenMs).filter((ms) => ms <= app.clock.now().getTime()));
    const counted = { snapshots: 0, left: new Set<string>(), seen: new Set<string>(), gone: 0 };
    for (const customer of customers) {
      const id = customer.account.externalId;
      const silences = customer.months.flatMap(({ atMs, features }) => {
        const days = features["days_since_last_login"];
        return typeof days === "number" && days >= inactiveDays
          ? [atMs + (inactiveDays - days) * DAY_MS]
          : [];
      });
      const lastSilenceMs = seenMs(customer) + inactiveDays * DAY_MS;
      const leavings = [
        ...(definition === "inactive" || customer.endedAtMs === null ? [] : [customer.endedAtMs]),
        ...(definition === "cancelled" ? [] : silences),
        ...(definition !== "cancelled" && lastSilenceMs <= activeMs ? [lastSilenceMs] : []),
      ];
      const isGone =
        (definition !== "inactive" && customer.endedAtMs !== null) ||
        (definition !== "cancelled" && lastSilenceMs <= activeMs);
      if (isGone) counted.gone++;
      for (const { atMs, features } of customer.months) {
        const days = features["days_since_last_login"];
        if (definition !== "cancelled" && typeof days === "number" && days >= inactiveDays) continue;
        if (definition === "inactive" && days === null && customer.lastLoginAtMs === null) continue;
        if (atMs + horizonMs > untilMs) continue;
        counted.snapshots++;
        counted.seen.add(id);
        if (leavings.some((ms) => ms > atMs && ms <= atMs + horizonMs)) counted.left.add(id);
      }
    }
    return counted;
  }

  const rules: ChurnRule[] = [
    { definition: "inactive", inactiveDays: 45 },
    { definition: "cancelled_or_inactive", inactiveDays: 30 },
    { definition: "cancelled", inactiveDays: 30 },
  ];
  it.each(rules)(
    "trains anew by itself for $definition, $inactiveDays days, and the card says it",
    async (rule) => {
      const before = (await modelsOf(world.owner)).find(({ isCurrent }) => isCurrent);
      await choose(world.owner, rule);
      expect(
        (await modelsOf(world.owner)).every(
          ({ fitsChurn, churn }) => fitsChurn === (churn.definition === rule.definition),
        ),
      ).toBe(true);
      await app.drainJobs({ ignoreRunAt: true });

      const analysis = await newestAnalysis(world);
      const [model] = await modelsOf(world.owner);
      expect(analysis).toMatchObject({
        status: 3,
        source: "model",
        trigger: "retraining",
        modelVersion: model?.version,
        churn: { definition: rule.definition },
      });
      expect(model).toMatchObject({
        isCurrent: true,
        fitsChurn: true,
        churn: rule,
        decision: { champion: before?.version },
      });
      expect(model?.decision?.reason).toMatch(
        /learned that a customer has left when .*; by now that is when /,
      );
      expect(model?.auc.value).toBeGreaterThan(0.7);
      expect(model?.ece.value).toBeLessThan(0.06);

      const { outcomes } = await checkOf(world.owner);
      const expected = expectedOutcomes(rule);
      expect(outcomes).toMatchObject({
        churn: rule,
        snapshots: expected.snapshots,
        left: expected.left.size,
        stayed: expected.seen.size - expected.left.size,
      });
      const gone = analysis.notScored.find(({ reason }) => reason === "Already left")?.count;
      expect(gone).toBe(expected.gone);
      const preview = await app.call(world.owner, settingsRoutes.previewChurn, {
        body: { inactiveDays: rule.inactiveDays },
      });
      expect(preview.body.definitions.find(({ definition }) => definition === rule.definition)?.gone).toBe(
        expected.gone,
      );
      const link = await app.call(world.owner, modelRoutes.createExport, {
        params: { version: model?.version ?? "" },
      });
      const card = (await app.inject({ url: link.body.downloadPath })).body;
      expect(card).toContain("A customer has left when ");
    },
  );

  it("keeps a model of another meaning from scoring: it is neither taken back, nor chosen, nor offered", async () => {
    await choose(world.owner, { definition: "inactive", inactiveDays: 21 });
    const refused = await app.call(world.owner, modelRoutes.activate, { params: { version: "v1" } });
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toContain("no activity for 21 days. Change that in Settings first.");
    const started = await app.call(world.owner, analysisRoutes.analyze, { body: { modelVersion: "v1" } });
    expect(started.body).toMatchObject({
      fields: { modelVersion: expect.stringContaining("v1 learned that") },
    });
    expect((await checkOf(world.owner)).availableModels).toEqual([]);
  });
});

describe("an import without dates, where silence counts", () => {
  /** Contract and charge decide who falls silent; two columns tell it in other words. */
  function file(): string {
    const random = createRandom(11);
    const lines = [
      "customer_id,last_activity,contract,monthly_charge,days_since_last_order,logins_last_30_days",
    ];
    for (let index = 0; index < 300; index++) {
      const monthly = random.next() < 0.5;
      const charge = 20 + 80 * random.next();
      const silent = random.next() < 1 / (1 + Math.exp(2.2 - (monthly ? 1.8 : -0.6) - 0.02 * (charge - 60)));
      const days = Math.floor(silent ? 61 + 200 * random.next() : 58 * random.next() ** 2);
      lines.push(
        [
          `I-${index}`,
          ago(days).toISOString().slice(0, 10),
          monthly ? "Month-to-month" : "Two year",
          charge.toFixed(2),
          days + 1,
          days > 30 ? 0 : 1 + Math.floor(20 * random.next()),
        ].join(","),
      );
    }
    return lines.join("\n");
  }

  async function importFile(owner: CompanyUser, text: string): Promise<void> {
    const { id } = await uploaded(app, owner, text, { autoConfirm: true });
    await app.drainJobs();
    const { body } = await app.call(owner, importRoutes.status, {
      params: { id },
    });
    expect(body.counts).toMatchObject({ create: 300 });
  }

  it("learns who falls silent, and leaves out what only says that somebody is", async () => {
    const { owner } = await buildWorld(app);
    await importFile(owner, file());
    expect(await checkOf(owner)).toMatchObject({ expectedSource: "rules", customers: 300 });

    await choose(owner, { definition: "inactive", inactiveDays: 60 });
    const check = await checkOf(owner);
    expect(check).toMatchObject({ expectedSource: "model", outcomes: { source: "label_column" } });
    expect(check.customers).toBe(check.outcomes.stayed);
    const analysis = await analyze(app, owner);
    expect(analysis).toMatchObject({ source: "model", customersAnalyzed: check.outcomes.stayed });
    const left = analysis.quality?.droppedColumns.filter(({ reason }) => reason === "after_outcome") ?? [];
    expect(left.map(({ column }) => column)).toEqual([
      "Last activity, last login",
      expect.stringMatching(/days.since.last.order/i),
      expect.stringMatching(/logins.last.30.days/i),
    ]);
    expect(left[1]?.detail).toContain("Having left is counted from the last activity");
    expect(analysis.quality?.auc.value).toBeGreaterThan(0.6);
    expect(analysis.quality?.auc.value).toBeLessThan(0.88);
    expect(analysis.drivers[0]?.label).toMatch(/contract/i);
    const results = await allResults(app, owner, analysis.id);
    expect(results).toHaveLength(check.outcomes.stayed);
  });

  it("goes by the company's own label first, whatever else is chosen", async () => {
    const { companyId, owner } = await buildWorld(app);
    const customers = labelledCustomers({ count: 300 }).map((customer, index) => ({
      ...customer,
      lastActivityAt: ago(index % 2 === 0 ? 2 : 200).toISOString(),
    }));
    await addCustomers(app, companyId, customers);
    const left = customers.filter(({ churned }) => churned).length;
    for (const definition of ["cancelled", "inactive", "cancelled_or_inactive"] as const) {
      await choose(owner, { definition, inactiveDays: 60 });
      expect((await checkOf(owner)).outcomes).toMatchObject({ left, stayed: 300 - left });
    }
    const preview = await app.call(owner, settingsRoutes.previewChurn, { body: { inactiveDays: 60 } });
    expect(preview.body).toMatchObject({ customers: 300, labelled: 300, withoutActivity: 0 });
    expect(new Set(preview.body.definitions.map(({ gone }) => gone))).toEqual(new Set([left]));
  });
});
