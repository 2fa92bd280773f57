import type { Dashboard, DashboardTile } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import type { ReportFigures } from "../read-report.ts";
import { reportSubject, reportWords } from "./report-words.ts";

const tile = (key: DashboardTile["key"], more: Partial<DashboardTile>): DashboardTile => ({
  key,
  label: key,
  unit: "money",
  value: null,
  before: null,
  change: null,
  changeWords: "vs 30 days before",
  moreIsBetter: true,
  series: [],
  formula: "",
  missing: null,
  band: null,
  parts: [],
  basis: null,
  rowsOf: null,
  ...more,
});

function figures(more: Partial<ReportFigures> = {}, shown: Partial<Dashboard> = {}): ReportFigures {
  return {
    company: "Harborline",
    scope: { plan: null, currency: null },
    dashboard: {
      asOf: "2026-06-15T08:00:00.000Z",
      day: "2026-06-15",
      timeZone: "Europe/Berlin",
      period: "30_days",
      currency: "EUR",
      currencies: [{ currency: "EUR", mrr: 100, customers: 3 }],
      plan: null,
      segment: null,
      segments: [],
      plans: [],
      activeCustomers: 3,
      hasCustomers: true,
      hasLedger: true,
      tiles: [],
      months: [],
      risk: null,
      riskMissing: null,
      payments: null,
      paymentsMissing: "Needs bills.",
      isCatchingUp: false,
      ...shown,
    },
    attention: { currency: "EUR", items: [], hidden: 0 },
    health: { imports: [], connections: [], ageDays: null, parked: [] },
    left: null,
    churnedMrr: null,
    ...more,
  };
}

describe("a report in words", () => {
  it.each([
    [{ now: 12, before: 15 }, "12 customers left in the last 30 days, 3 fewer than in the 30 days before"],
    [{ now: 1, before: 0 }, "1 customer left in the last 30 days, 1 more than in the 30 days before"],
    [{ now: 2, before: 2 }, "2 customers left in the last 30 days, as many as in the 30 days before"],
    [{ now: 0, before: null }, "No customer left in the last 30 days"],
  ])("begins with the answer: %j", (left, title) => {
    expect(reportWords(figures({ left })).title).toBe(title);
  });

  it("says what went along, with its unit, and the day as the company reads it", () => {
    const of = figures({ left: { now: 12, before: 15 }, churnedMrr: 4210 });
    expect(reportWords(of).said).toEqual(["€4,210 of monthly revenue churned in these days."]);
    expect(reportWords(of).asOf).toBe("As of June 15, 2026 at 10:00 AM (Europe/Berlin)");
    expect(reportSubject(of)).toBe("Harborline, week to June 15, 2026: 12 customers left");
  });

  it("says of a figure that is not known what would fill it, and never 0", () => {
    const [row] = reportWords(
      figures({}, { tiles: [tile("mrr", { missing: "Needs subscriptions." })] }),
    ).tiles;
    expect(row).toMatchObject({ value: "n/a", note: "Needs subscriptions.", valueNote: null, path: null });
    const said = JSON.stringify(reportWords(figures()));
    expect(said).toContain("Needs bills.");
    expect(said).not.toMatch(/€0|\b0%/);
  });

  it("never adds up currencies, and leads to the rows as they were asked for", () => {
    const currencies = [
      { currency: "EUR", mrr: 100, customers: 3 },
      { currency: "USD", mrr: 70.5, customers: 2 },
    ];
    const shown = {
      currencies,
      plan: "Pro & more",
      tiles: [tile("mrr", { value: 100, rowsOf: { figure: "mrr", until: "2026-06-15" } })],
    };
    const words = reportWords(figures({ scope: { plan: "Pro & more", currency: null } }, shown));
    expect(words.said).toContain(
      "Beside it, and never added to it: $71 of monthly revenue in USD from 2 customers.",
    );
    expect(words.scope).toBe("Harborline, plan Pro & more, revenue in EUR");
    expect(words.path).toBe("/app?plan=Pro+%26+more");
    expect(words.tiles[0]?.path).toBe("/app/dashboard/rows?figure=mrr&until=2026-06-15&plan=Pro+%26+more");
  });
});
