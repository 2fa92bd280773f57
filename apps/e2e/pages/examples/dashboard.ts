import { dashboardRoutes } from "@forestay/contracts";
import type { RouteResponse } from "@forestay/contracts";

type Dashboard = RouteResponse<typeof dashboardRoutes.get>;
type Tile = Dashboard["tiles"][number];
type Month = Dashboard["months"][number];

const day = "2026-11-22";

/** A quiet way down or up to the value: what a sparkline is drawn from. */
const series = (from: number, to: number): Tile["series"] =>
  Array.from({ length: 10 }, (_, at) => ({
    day: `2026-11-${String(13 + at).padStart(2, "0")}`,
    value: Number((from + ((to - from) * at) / 9 + (at % 3 === 1 ? (to - from) * 0.08 : 0)).toFixed(4)),
  }));

function tile(key: Tile["key"], label: string, changed: Partial<Tile>): Tile {
  return {
    key,
    label,
    unit: "share",
    value: null,
    before: null,
    change: null,
    changeWords: "vs 30 days before",
    moreIsBetter: true,
    series: [],
    formula: "What is counted, over what.",
    missing: null,
    band: null,
    parts: [],
    basis: null,
    rowsOf: null,
    ...changed,
  };
}

const tiles: Tile[] = [
  tile("mrr", "MRR", {
    unit: "money",
    value: 186_420,
    before: 181_900,
    change: 4520,
    series: series(181_900, 186_420),
    formula:
      "What subscriptions charge, as a month: after discounts, without tax, one-off charges and trials.",
    rowsOf: { figure: "mrr", until: day },
  }),
  tile("net_revenue_retention", "Net revenue retention", {
    value: 1.046,
    before: 1.028,
    change: 0.018,
    series: series(1.02, 1.046),
    rowsOf: { figure: "revenue_retention", from: "2025-11-23", until: day },
  }),
  tile("gross_revenue_retention", "Gross revenue retention", {
    value: 0.902,
    before: 0.902,
    change: 0,
    series: series(0.9, 0.902),
  }),
  tile("logo_churn", "Logo churn, 30 days", {
    value: 0.023,
    before: 0.027,
    change: -0.004,
    moreIsBetter: false,
    series: series(0.027, 0.023),
    basis: "38 of 1,652 customers of October 23",
    parts: [
      { reason: "voluntary", customers: 24, value: 0.0145 },
      { reason: "involuntary", customers: 9, value: 0.0055 },
      { reason: "unknown", customers: 5, value: 0.003 },
    ],
    rowsOf: { figure: "logo_churn", from: "2026-10-24", until: day },
  }),
  tile("revenue_at_risk", "Revenue at risk", {
    unit: "money",
    value: 184_200,
    before: 209_318,
    change: -25_118,
    moreIsBetter: false,
    series: series(209_318, 184_200),
    formula:
      "Yearly revenue of customers expected to leave within 90 days: chance of leaving × 12 × MRR, added up.",
    band: { lower: 161_300, upper: 208_900 },
    rowsOf: { figure: "revenue_at_risk" },
  }),
  tile("recovered_this_month", "Recovered this month", {
    unit: "money",
    missing: "Known once invoices and payment attempts have been imported.",
  }),
];

const shares = [0.031, 0.032, 0.034, 0.033, 0.03, 0.028, 0.029, 0.031, 0.03, 0.027, 0.026, 0.023];

function months(): Month[] {
  let start = 150_000;
  return [...shares, null].map((share, at) => {
    const month = new Date(Date.UTC(2025, 10 + at, 1)).toISOString().slice(0, 7);
    const isComplete = share !== null;
    const flow = {
      new: 6200 + at * 150,
      expansion: 2400 + (at % 4) * 310,
      reactivation: at % 3 === 0 ? 490 : 0,
      contraction: 900 + (at % 5) * 120,
      churn: 5200 - at * 90,
    };
    const end = start + flow.new + flow.expansion + flow.reactivation - flow.contraction - flow.churn;
    const made: Month = {
      month,
      from: `${month}-01`,
      until: isComplete ? `${month}-28` : day,
      isComplete,
      // The first month is from before the first record.
      flow:
        at === 0
          ? null
          : {
              start,
              end,
              ...flow,
              counts: {
                new: 31,
                expansion: 14,
                contraction: 9,
                churn: 22,
                reactivation: flow.reactivation ? 2 : 0,
              },
            },
      churn: share === null ? null : { left: Math.round(share * 1600), activeAtStart: 1600, share },
    };
    start = end;
    return made;
  });
}

/** What a company with a ledger of a year and a scored run sees. */
export const dashboard = (changed: Partial<Dashboard> = {}): Dashboard => ({
  asOf: "2026-11-22T11:48:00.000Z",
  day,
  timeZone: "UTC",
  period: "30_days",
  currency: "USD",
  currencies: [{ currency: "USD", mrr: 186_420, customers: 1652 }],
  plan: null,
  plans: ["Growth", "Scale", "Starter"],
  segment: null,
  segments: [{ id: "0197a000-0000-7000-8000-000000000031", name: "Champions" }],
  activeCustomers: 1652,
  hasCustomers: true,
  hasLedger: true,
  tiles,
  months: months(),
  risk: {
    asOf: "2026-11-22T11:48:00.000Z",
    horizonDays: 90,
    levels: [
      { level: 3, customers: 38, change: 6, mrr: 9400, atRisk: 81_200 },
      { level: 2, customers: 88, change: -11, mrr: 14_100, atRisk: 60_800 },
      { level: 1, customers: 412, change: -23, mrr: 46_000, atRisk: 30_900 },
      { level: 0, customers: 1114, change: 41, mrr: 116_920, atRisk: 11_300 },
    ],
    customers: 1652,
    isOneOfSeveral: false,
    valuedBy: "revenue",
    needAttention: 126,
    revenueOfHighRisk: 282_000,
    expectedLeavers: { customers: 104, lower: 92, upper: 117, of: 1652 },
    reasons: [
      { label: "Fewer logins", customers: 77, share: 0.61 },
      { label: "Failed payment", customers: 48, share: 0.38 },
      { label: "Open support tickets", customers: 37, share: 0.29 },
    ],
  },
  riskMissing: null,
  payments: {
    open: { bills: 17, amount: 12_480.5, from: "2026-09-24", until: day },
    months: ["2026-09", "2026-10", "2026-11"].map((month, at) => ({
      month,
      from: `${month}-01`,
      until: at === 2 ? day : `${month}-30`,
      failedBills: 31 - at * 4,
      failed: 21_300.25 - at * 2100,
      recovered: 15_100 - at * 3300,
      rate: [0.709, 0.614, 0.497][at] ?? null,
      provisional: at > 0,
    })),
  },
  paymentsMissing: null,
  isCatchingUp: false,
  ...changed,
});

export const attention: RouteResponse<typeof dashboardRoutes.attention> = {
  currency: "USD",
  hidden: 0,
  items: [
    {
      customerId: "01a204f8-0001-77fd-a98a-79f6c3edd9f2",
      name: "Renata Salgado",
      email: "renata@harborline.example",
      plan: "Scale",
      score: 92,
      level: 3,
      change: 9,
      history: [61, 63, 62, 70, 83, 92].map((score, at) => ({
        at: `2026-11-${String(10 + at * 2).padStart(2, "0")}T09:00:00.000Z`,
        score,
      })),
      mrr: 1340,
      atRisk: 14_794,
      reason: { label: "Logins", evidence: "3 in the last 30 days, was 22" },
      action: {
        code: "offer_training",
        title: "Offer a training session",
        detail: "Half an hour on what the team does not use yet.",
      },
    },
    {
      customerId: "01a204f8-0002-77fd-a98a-79f6c3edd9f2",
      name: "Tobias Lindqvist",
      email: null,
      plan: "Growth",
      score: 76,
      level: 2,
      change: null,
      history: [],
      mrr: 420,
      atRisk: 3830,
      reason: null,
      action: null,
    },
  ],
};

export const dataHealth: RouteResponse<typeof dashboardRoutes.health> = {
  imports: [
    {
      id: "01a1ffb5-2749-7cc5-bf66-f08de88005c9",
      fileName: "subscriptions-november.csv",
      completedAt: "2026-11-19T10:00:00.000Z",
      created: 40,
      updated: 1612,
      errors: 3,
    },
  ],
  connections: [
    {
      provider: "hubspot",
      name: "HubSpot",
      status: "Connected",
      lastSyncAt: "2026-06-01T06:00:00.000Z",
      lastError: null,
    },
  ],
  ageDays: 3,
  parked: [{ kind: "invoices", rows: 12 }],
};
