import { createRandom } from "@forestay/churn-model";
import { analysisRoutes, customerRoutes, importRoutes, modelRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, uploaded, type TestApp } from "#testing/index.ts";
import { allResults, analyze, buildWorld } from "#testing/analysis-world.ts";

const DAY_MS = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

interface Simulated {
  id: string;
  startMs: number;
  leftMs: number | null;
  monthly: boolean;
}

/** Chance of leaving in 30 days: three times as high by the month, and falling with the months somebody has been there. */
const hazard = (monthly: boolean, month: number) => (monthly ? 0.09 : 0.03) * Math.exp(-month / 20);

function simulated(count: number, nowMs: number): Simulated[] {
  const random = createRandom(11);
  return Array.from({ length: count }, (_, row) => {
    const startMs = nowMs - Math.floor(1000 * random.next()) * DAY_MS;
    const monthly = random.next() < 0.5;
    for (let month = 0; ; month++) {
      const at = startMs + Math.floor(30 * (month + random.next())) * DAY_MS;
      if (at >= nowMs) return { id: `D-${row}`, startMs, leftMs: null, monthly };
      if (random.next() < hazard(monthly, month)) return { id: `D-${row}`, startMs, leftMs: at, monthly };
    }
  });
}

const day = (ms: number | null) => (ms === null ? "" : new Date(ms).toISOString().slice(0, 10));

/** A row per customer: when it came, when it left, what it pays and has paid in all. */
function fileOf(customers: readonly Simulated[], nowMs: number): string {
  const random = createRandom(12);
  const lines = customers.map(({ id, startMs, leftMs, monthly }) => {
    const charge = Math.round(20 + 80 * random.next());
    const total = Math.round((charge * ((leftMs ?? nowMs) - startMs)) / (30 * DAY_MS));
    return [
      id,
      day(startMs),
      day(leftMs),
      leftMs === null ? "no" : "yes",
      monthly ? "Monthly" : "Yearly",
      charge,
      total,
    ].join();
  });
  return ["Customer ID,Customer since,Left on,Churned,Contract,Monthly charge,Loyalty points", ...lines].join(
    "\n",
  );
}

describe("a file with a row per customer that says when they came and left", () => {
  it("is learned from with its dates: when, measured on a later day, near the truth of those who are still there", async () => {
    const { owner } = await buildWorld(app, { companyId: "1abe1000-7c1d-4f0a-9b2e-0000000000d1" });
    const nowMs = Math.floor(app.clock.now().getTime() / DAY_MS) * DAY_MS;
    const customers = simulated(1500, nowMs);
    const { id } = await uploaded(app, owner, Buffer.from(fileOf(customers, nowMs)), { autoConfirm: true });
    await app.drainJobs();
    const imported = await app.call(owner, importRoutes.status, { params: { id } });
    expect(imported.body, JSON.stringify(imported.body)).toMatchObject({ counts: { create: 1500 } });

    const check = await app.call(owner, analysisRoutes.checkCompleteness, { body: {} });
    expect(check.body.outcomes.source).toBe("dates");
    expect(check.body.advice.join(" ")).toContain("Your records say when customers came and left");

    const analysis = await analyze(app, owner);
    expect(analysis).toMatchObject({ status: 3, source: "model", isUndated: false });
    expect(analysis.quality?.method).toMatch(
      /^Learned from what came before, measured on the [\d,]+ customers as they were on /,
    );
    expect(analysis.quality?.verdict).not.toBe("not_reliable");
    expect(analysis.warnings.join(" ")).toContain("Learned from the days that customers came and left on");
    const dropped = analysis.quality!.droppedColumns.map(({ column }) => column);
    expect(dropped).toContain("Loyalty points");
    expect(dropped).not.toContain("Contract");
    expect(analysis.drivers.slice(0, 2).map(({ label }) => label)).toContain("Contract");
    const card = await app.call(owner, modelRoutes.card, { params: { version: "v1" } });
    expect(card.body).toMatchObject({
      trainingSource: "history",
      dataWindow: { to: expect.any(String) as string },
    });
    for (const { rows, outcomes, meanPredicted } of analysis.quality!.timing!.byDays)
      expect(Math.abs(meanPredicted! - outcomes / rows)).toBeLessThan(0.03);

    const results = await allResults(app, owner, analysis.id);
    const staying = customers.filter(({ leftMs }) => leftMs === null);
    expect(results).toHaveLength(staying.length);
    const truth = new Map(
      staying.map(({ id: externalId, startMs, monthly }) => {
        const month = Math.floor((nowMs - startMs) / (30 * DAY_MS));
        const stay = [0, 1, 2].reduce((product, ahead) => product * (1 - hazard(monthly, month + ahead)), 1);
        return [externalId, 1 - stay];
      }),
    );
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const trueOf = ({ externalId }: { externalId: string | null }) =>
      truth.get(externalId ?? "") ?? Number.NaN;
    expect(
      Math.abs(mean(results.map(({ probability }) => probability)) - mean(results.map(trueOf))),
    ).toBeLessThan(0.03);
    expect(mean(results.map((one) => Math.abs(one.probability - trueOf(one))))).toBeLessThan(0.045);

    const conditions = JSON.stringify([{ field: "leavesWithin30", operator: "NotEquals", value: null }]);
    const timed = await app.call(owner, customerRoutes.list, { query: { conditions, pageSize: 1 } });
    expect(timed.body.totalCount).toBe(results.length);
  });

  it("is learned from without them where a tenth of those who left has no day", async () => {
    const { owner } = await buildWorld(app, { companyId: "1abe1000-7c1d-4f0a-9b2e-0000000000d2" });
    const nowMs = Math.floor(app.clock.now().getTime() / DAY_MS) * DAY_MS;
    const lines = fileOf(simulated(400, nowMs), nowMs).split("\n");
    let gone = 0;
    const thinned = lines.map((line) =>
      line.includes(",yes,") && gone++ % 5 === 0 ? line.replace(/,[\d-]+,yes,/, ",,yes,") : line,
    );
    await uploaded(app, owner, Buffer.from(thinned.join("\n")), { autoConfirm: true });
    await app.drainJobs();
    const check = await app.call(owner, analysisRoutes.checkCompleteness, { body: {} });
    expect(check.body.outcomes.source).toBe("label_column");
  });
});
