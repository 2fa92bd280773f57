import {
  dashboardRoutes,
  type DashboardRow,
  type DashboardRowsOf,
  type RouteQueryInput,
} from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enqueueAnalysis } from "#modules/analyses/index.ts";
import { addDays, rebuildRollups, riskJob } from "#modules/metrics/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { LEDGER_NOW as NOW, writeElevenCustomers } from "#testing/eleven-customers.ts";
import { addScoredCompany } from "#testing/scored-company.ts";

const DAY_MS = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  app.clock.set(NOW);
});
afterAll(() => app.close());

type Filter = Pick<RouteQueryInput<typeof dashboardRoutes.get>, "plan" | "currency" | "period">;
const dashboard = async (user: CompanyUser, query: Filter = {}) => {
  const answer = await app.call(user, dashboardRoutes.get, { query });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

/** All rows behind a number, some a page. */
async function rowsBehind(user: CompanyUser, rowsOf: DashboardRowsOf, filter: Omit<Filter, "period"> = {}) {
  const items: DashboardRow[] = [];
  for (let cursor: string | undefined; ;) {
    const { status, body } = await app.call(user, dashboardRoutes.rows, {
      query: { ...rowsOf, ...filter, limit: 3, ...(cursor === undefined ? {} : { cursor }) },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    items.push(...body.items);
    if (body.nextCursor === null) {
      expect(items.length, `${body.title}: rows`).toBe(body.count);
      return { ...body, items };
    }
    cursor = body.nextCursor;
  }
}
const cents = (amounts: readonly (number | null)[]) =>
  amounts.reduce<number>((sum, amount) => sum + Math.round((amount ?? 0) * 100), 0);

describe("a company with a ledger", () => {
  let owner: CompanyUser;
  beforeAll(async () => {
    const { id } = await buildCompany(app.db);
    owner = (await buildUser(app.db, id, "Owner", { now: NOW })).actor;
    await writeElevenCustomers(app, id);
    await app.drainJobs();
    await rebuildRollups(app.db, id, { now: NOW, write: true });
  });

  it("has figures that add up from the rows behind them, whole and by plan", async () => {
    for (const filter of [{}, { plan: "Pro" }, { plan: "Basic" }, { currency: "EUR" }]) {
      const { tiles, months } = await dashboard(owner, { ...filter, period: "12_months" });
      for (const tile of tiles) {
        if (tile.rowsOf === null) continue;
        const { items, count } = await rowsBehind(owner, tile.rowsOf, filter);
        const name = `${tile.key} ${JSON.stringify(filter)}`;
        for (const { reason, customers } of tile.parts)
          expect((await rowsBehind(owner, { ...tile.rowsOf, reason }, filter)).items, name).toHaveLength(
            customers,
          );
        const [before, after] = [
          cents(items.map((row) => row.before ?? 0)),
          cents(items.map((row) => row.after ?? 0)),
        ];
        const kept = cents(items.map((row) => Math.min(row.before ?? 0, row.after ?? 0)));
        if (tile.key === "mrr" || tile.key === "recovered_this_month")
          expect(cents(items.map((row) => row.amount)), name).toBe(cents([tile.value!]));
        else if (tile.key === "net_revenue_retention")
          expect(after / before, name).toBeCloseTo(tile.value!, 12);
        else if (tile.key === "gross_revenue_retention")
          expect(kept / before, name).toBeCloseTo(tile.value!, 12);
        else if (tile.key === "logo_churn") {
          expect(count, name).toBe(tile.parts.reduce((sum, part) => sum + part.customers, 0));
          for (const { reason, customers } of tile.parts)
            expect(
              (await rowsBehind(owner, { ...tile.rowsOf, reason }, filter)).items.length,
              `${name} ${reason}`,
            ).toBe(customers);
        }
      }
      // A page or two a month and kind: of one plan and of all is enough.
      if ("currency" in filter || filter.plan === "Basic") continue;
      for (const { month, from, until, flow, churn, isComplete } of months) {
        if (flow === null) continue;
        const balance =
          flow.start + flow.new + flow.expansion + flow.reactivation - flow.contraction - flow.churn;
        expect(balance, month).toBeCloseTo(flow.end, 9);
        for (const kind of ["new", "expansion", "contraction", "churn", "reactivation"] as const) {
          const { items, total } = await rowsBehind(
            owner,
            { figure: "movements", from, until, kind },
            filter,
          );
          expect([cents(items.map((row) => row.amount)), items.length, total], `${month} ${kind}`).toEqual([
            cents([flow[kind]]),
            flow.counts[kind],
            flow[kind],
          ]);
        }
        const start = await rowsBehind(owner, { figure: "mrr", until: addDays(from, -1) }, filter);
        expect(cents(start.items.map((row) => row.amount)), month).toBe(cents([flow.start]));
        const net = await rowsBehind(owner, { figure: "movements", from, until }, filter);
        expect(cents(net.items.map((row) => row.amount)), month).toBe(
          cents([flow.end]) - cents([flow.start]),
        );
        if (isComplete) {
          const left =
            churn === null
              ? []
              : (await rowsBehind(owner, { figure: "logo_churn", from, until }, filter)).items;
          expect(left.length, month).toBe(churn?.left ?? 0);
        }
      }
    }
  });

  it("draws a gap before its first record, and says what a year's figures wait for", async () => {
    const { months, tiles, currency, currencies } = await dashboard(owner);
    expect([currency, currencies.map((one) => one.currency)]).toEqual(["USD", ["USD", "EUR"]]);
    expect(months).toHaveLength(13);
    expect(months.slice(0, 3).map(({ flow }) => flow)).toEqual([null, null, null]);
    const retention = tiles.find(({ key }) => key === "net_revenue_retention")!;
    expect([retention.value, retention.series, retention.rowsOf]).toEqual([null, [], null]);
    expect(retention.missing).toBe(
      "Needs subscriptions that began at least 12 months ago. The first one here began on September 5, 2025.",
    );
  });

  it("shows failing payments and what came in, from the bills behind them", async () => {
    const { payments, tiles } = await dashboard(owner);
    expect(payments?.open).toMatchObject({ bills: 1, amount: 70 });
    const open = await rowsBehind(owner, {
      figure: "open_payments",
      from: payments!.open.from,
      until: payments!.open.until,
    });
    expect(open.items.map((row) => row.amount)).toEqual([70]);
    for (const { month, from, until, failed, recovered } of payments!.months) {
      const sums = { failed_payments: failed, recovered_of_failed: recovered };
      for (const figure of ["failed_payments", "recovered_of_failed"] as const) {
        const { items, total, count } = await rowsBehind(owner, { figure, from, until });
        expect([cents(items.map((row) => row.amount)), total, count], `${month} ${figure}`).toEqual([
          cents([sums[figure]]),
          sums[figure],
          items.length,
        ]);
      }
    }
    expect(payments?.months.at(-1)).toMatchObject({
      failedBills: 2,
      failed: 120,
      recovered: 50,
      provisional: true,
    });
    expect(tiles.find(({ key }) => key === "recovered_this_month")).toMatchObject({
      value: 50,
      basis: "1 bill",
    });
  });

  it("gives all rows of a number as a file, and says of which plan they are", async () => {
    const query = { figure: "mrr", plan: "Pro" } as const;
    const { title, items } = await rowsBehind(owner, { figure: "mrr" }, { plan: "Pro" });
    expect(title).toMatch(/^Monthly recurring revenue on .*, Pro$/);
    const { body } = await app.call(owner, dashboardRoutes.exportRows, { body: query });
    const lines = (await app.inject({ url: body.downloadPath })).body.trim().split("\r\n");
    expect(lines[0]).toContain("customer_id,name,email,day");
    expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(
      items.map(({ customerId }) => customerId),
    );
  });

  it("refuses what cannot be opened, in words", async () => {
    const headers = await app.bearer(owner);
    const refused = async (query: Record<string, string>) =>
      (await app.inject({ url: `/api/dashboard/rows?${new URLSearchParams(query)}`, headers })).json().fields;
    expect(await refused({ figure: "mrr", cursor: "bm9uZQ" })).toEqual({
      cursor: "This cursor belongs to another list",
    });
    expect(await refused({ figure: "movements", from: "2026-02-01", until: "2026-01-01" })).toEqual({
      until: "The last day is before the first",
    });
    expect(await refused({ figure: "logo_churn", from: "2026-01-01", until: "2026-01-05" })).toEqual({
      from: "Retention is kept over 30 days, a month and twelve months",
    });
  });

  it("says that its first scores follow while an analysis runs", async () => {
    const { companyId } = owner;
    const everybody = { includeRecommendations: true, includeRiskFactors: true };
    await withTenant(app.db, companyId, (tx) =>
      enqueueAnalysis(tx, app.context, companyId, { job: true, companyId, askedBy: null }, everybody),
    );
    const { riskMissing, tiles } = await dashboard(owner);
    expect([riskMissing, tiles.find(({ key }) => key === "revenue_at_risk")!.missing]).toEqual([
      "An analysis is running: its scores follow.",
      "An analysis is running: its scores follow.",
    ]);
  });
});

describe("a company without anything", () => {
  it("has no figure, and each says what would fill it", async () => {
    const { id } = await buildCompany(app.db);
    const { actor } = await buildUser(app.db, id, "Viewer", { now: NOW });
    const body = await dashboard(actor);
    expect([body.hasCustomers, body.hasLedger, body.months, body.risk, body.payments]).toEqual([
      false,
      false,
      [],
      null,
      null,
    ]);
    for (const { value, missing } of body.tiles)
      expect([value, missing]).toEqual([null, expect.stringMatching(/^Needs /)]);
    const attention = await app.call(actor, dashboardRoutes.attention);
    expect(attention.body.items).toEqual([]);
    const health = await app.call(actor, dashboardRoutes.health);
    expect(health.body).toEqual({ imports: [], connections: [], ageDays: null, parked: [] });
  });
});

describe("a scored company", () => {
  it("shows what is at risk, who needs attention first, and what was said of them", async () => {
    // The company was scored by the real clock, some time in this run.
    app.clock.set(new Date());
    const { owner, companyId } = await addScoredCompany(app);
    const [scored] = await app.queryAsAdmin<{ at: Date }>(
      "select max(scored_at) as at from customers where company_id = $1",
      [companyId],
    );
    app.clock.set(new Date(scored!.at.getTime() + 3_600_000));
    await app.runForCompanies(riskJob);
    const { risk, tiles, currency } = await dashboard(owner);
    const tile = tiles.find(({ key }) => key === "revenue_at_risk")!;
    const all = await rowsBehind(owner, tile.rowsOf!);
    const minor = (amount: number | null) => Math.round((amount ?? 0) * 1000);
    const sum = (rows: readonly DashboardRow[]) => rows.reduce((total, row) => total + minor(row.amount), 0);
    expect(sum(all.items)).toBe(minor(tile.value!));
    expect(all.items.map(({ amount }) => amount)).toEqual(
      all.items.map(({ amount }) => amount).toSorted((a, b) => b! - a!),
    );
    expect(tile.band!.lower).toBeLessThan(tile.value!);
    expect(tile.band!.upper).toBeGreaterThan(tile.value!);
    for (const { level, customers, atRisk } of risk!.levels) {
      const rows = await rowsBehind(owner, { figure: "revenue_at_risk", level });
      expect([rows.items.length, sum(rows.items)]).toEqual([customers, minor(atRisk)]);
    }
    expect(risk!.needAttention).toBe(
      risk!.levels.filter(({ level }) => level >= 2).reduce((total, one) => total + one.customers, 0),
    );
    const attended = await rowsBehind(owner, { figure: "revenue_at_risk", level: "attention" });
    expect([attended.items.length, sum(attended.items)]).toEqual([
      risk!.needAttention,
      sum(all.items.filter(({ level }) => level! >= 2)),
    ]);
    expect(risk!.reasons[0]?.customers).toBeGreaterThan(0);
    for (const { label, customers } of risk!.reasons) {
      const rows = await rowsBehind(owner, { figure: "revenue_at_risk", driver: label });
      expect([rows.items.length, rows.items.every(({ level }) => level! >= 2)], label).toEqual([
        customers,
        true,
      ]);
      expect(minor(rows.total), label).toBe(sum(rows.items));
    }
    // One field is one reason, however its figures differ from customer to customer.
    const told = await app.queryAsAdmin<{ reason: string }>(
      "select distinct top_factor as reason from customers where company_id = $1 and top_factor is not null",
      [companyId],
    );
    expect(told.every(({ reason }) => reason.includes(": "))).toBe(true);
    expect(risk!.reasons.filter(({ label }) => label.includes(": "))).toEqual([]);

    const attention = () => app.call(owner, dashboardRoutes.attention).then(({ body }) => body);
    const first = await attention();
    expect([first.currency, first.hidden, first.items.length]).toEqual([currency, 0, 10]);
    expect(first.items.map(({ customerId }) => customerId)).toEqual(
      all.items.slice(0, 10).map(({ customerId }) => customerId),
    );
    expect(first.items[0]).toMatchObject({
      reason: { label: expect.any(String) },
      action: { code: expect.any(String) },
    });
    const [top] = first.items;
    const params = { id: top!.customerId };
    const mark = (body: object) => app.call(owner, dashboardRoutes.mark, { params, body: body as never });
    const done = await mark({ kind: "done", stepCode: top!.action!.code });
    expect(done.status, JSON.stringify(done.body)).toBe(201);
    expect((await attention()).items.map(({ customerId }) => customerId)).not.toContain(top!.customerId);
    const steps = await app.queryAsAdmin("select code from next_steps_done where customer_id = $1", [
      top!.customerId,
    ]);
    expect(steps).toEqual([{ code: top!.action!.code }]);
    await app.call(owner, dashboardRoutes.unmark, { params: { ...params, markId: done.body.id } });
    expect((await attention()).items[0]?.customerId).toBe(top!.customerId);

    // Not a risk, until the score says it is a higher one; and later, until later comes.
    const second = await mark({ kind: "not_a_risk", note: "Signed for two years" });
    expect((await attention()).hidden).toBe(1);
    await app.queryAsAdmin("update attention_marks set level = 0 where id = $1", [second.body.id]);
    expect((await attention()).hidden).toBe(top!.level > 0 ? 0 : 1);
    await mark({ kind: "snoozed", days: 3 });
    expect((await attention()).hidden).toBe(1);
    app.clock.advance(3 * DAY_MS + 1);
    expect((await attention()).items[0]?.customerId).toBe(top!.customerId);
    const kept = await app.queryAsAdmin(
      "select kind, probability, score, note from attention_marks where customer_id = $1 and kind = 'not_a_risk'",
      [top!.customerId],
    );
    expect(kept).toEqual([
      {
        kind: "not_a_risk",
        probability: expect.any(Number),
        score: top!.score,
        note: "Signed for two years",
      },
    ]);
  });

  it("puts nothing at risk in a plan that the last customer left, and says no days where scores say nothing of when", async () => {
    app.clock.set(new Date());
    const { owner, companyId } = await addScoredCompany(app);
    app.clock.set(new Date(Date.now() + 3_600_000));
    await app.queryAsAdmin("update customers set plan = 'Legacy' where company_id = $1", [companyId]);
    await app.runForCompanies(riskJob);
    const tileOf = async (query: object) =>
      (await dashboard(owner, query)).tiles.find(({ key }) => key === "revenue_at_risk")!;
    const before = await tileOf({ plan: "Legacy" });
    expect(before.value).toBeGreaterThan(0);
    expect([before.label, before.formula]).toEqual([
      "Revenue at risk",
      expect.stringMatching(
        /expected to leave: chance.*added up\. Its range is worked out for all customers together/,
      ),
    ]);

    app.clock.advance(DAY_MS);
    await app.queryAsAdmin("update customers set plan = 'Current' where company_id = $1", [companyId]);
    await app.runForCompanies(riskJob);
    expect((await tileOf({ plan: "Legacy" })).value).toBe(0);
    expect((await tileOf({ plan: "Current" })).value).toBe(before.value);

    await app.queryAsAdmin("update risk_days set is_undated = false where company_id = $1", [companyId]);
    const dated = await tileOf({});
    expect([dated.label, dated.formula]).toEqual([
      "Revenue at risk, 90 days",
      expect.stringContaining("customers expected to leave within 90 days: chance"),
    ]);
  });
});
