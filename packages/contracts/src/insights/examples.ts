import { example } from "../route-example.ts";
import type { RouteExample } from "../route-example.ts";
import { insightsRoutes } from "./routes.ts";

export const insightsExamples: readonly RouteExample[] = [
  example(insightsRoutes.reasons, {
    of: "ledger",
    response: {
      scope: {
        day: "2026-06-15",
        period: "12_months",
        from: "2025-06-01",
        plan: null,
        plans: ["Basic", "Pro"],
        segment: null,
        segments: [],
        currency: "USD",
        currencies: [
          { currency: "USD", mrr: 320, customers: 4 },
          { currency: "EUR", mrr: 90, customers: 2 },
        ],
        churnDate: "end_of_paid_term",
      },
      months: [
        { month: "2025-06", from: "2025-06-01", until: "2025-06-30", lost: null },
        { month: "2025-07", from: "2025-07-01", until: "2025-07-31", lost: null },
        { month: "2025-08", from: "2025-08-01", until: "2025-08-31", lost: null },
        {
          month: "2025-09",
          from: "2025-09-01",
          until: "2025-09-30",
          lost: {
            voluntary: { customers: 0, mrr: 0 },
            involuntary: { customers: 0, mrr: 0 },
            unknown: { customers: 0, mrr: 0 },
          },
        },
        {
          month: "2025-10",
          from: "2025-10-01",
          until: "2025-10-31",
          lost: {
            voluntary: { customers: 0, mrr: 0 },
            involuntary: { customers: 0, mrr: 0 },
            unknown: { customers: 0, mrr: 0 },
          },
        },
        {
          month: "2025-11",
          from: "2025-11-01",
          until: "2025-11-30",
          lost: {
            voluntary: { customers: 0, mrr: 0 },
            involuntary: { customers: 0, mrr: 0 },
            unknown: { customers: 0, mrr: 0 },
          },
        },
        {
          month: "2025-12",
          from: "2025-12-01",
          until: "2025-12-31",
          lost: {
            voluntary: { customers: 0, mrr: 0 },
            involuntary: { customers: 0, mrr: 0 },
            unknown: { customers: 0, mrr: 0 },
          },
        },
        {
          month: "2026-01",
          from: "2026-01-01",
          until: "2026-01-31",
          lost: {
            voluntary: { customers: 1, mrr: 50 },
            involuntary: { customers: 0, mrr: 0 },
            unknown: { customers: 0, mrr: 0 },
          },
        },
        {
          month: "2026-02",
          from: "2026-02-01",
          until: "2026-02-28",
          lost: {
            voluntary: { customers: 0, mrr: 0 },
            involuntary: { customers: 0, mrr: 0 },
            unknown: { customers: 0, mrr: 0 },
          },
        },
        {
          month: "2026-03",
          from: "2026-03-01",
          until: "2026-03-31",
          lost: {
            voluntary: { customers: 0, mrr: 0 },
            involuntary: { customers: 0, mrr: 0 },
            unknown: { customers: 0, mrr: 0 },
          },
        },
        {
          month: "2026-04",
          from: "2026-04-01",
          until: "2026-04-30",
          lost: {
            voluntary: { customers: 0, mrr: 0 },
            involuntary: { customers: 0, mrr: 0 },
            unknown: { customers: 0, mrr: 0 },
          },
        },
        {
          month: "2026-05",
          from: "2026-05-01",
          until: "2026-05-31",
          lost: {
            voluntary: { customers: 0, mrr: 0 },
            involuntary: { customers: 1, mrr: 120 },
            unknown: { customers: 0, mrr: 0 },
          },
        },
      ],
      total: {
        voluntary: { customers: 1, mrr: 50 },
        involuntary: { customers: 1, mrr: 120 },
        unknown: { customers: 0, mrr: 0 },
      },
      themes: [],
      withReason: 0,
      missing: null,
    },
  }),
  example(insightsRoutes.whatIf, {
    of: "ledger",
    response: {
      scope: {
        day: "2026-06-15",
        period: "12_months",
        from: "2025-06-01",
        plan: null,
        plans: ["Basic", "Pro"],
        segment: null,
        segments: [],
        currency: "USD",
        currencies: [
          { currency: "USD", mrr: 320, customers: 4 },
          { currency: "EUR", mrr: 90, customers: 2 },
        ],
        churnDate: "end_of_paid_term",
      },
      basisMonths: 8,
      basis: { from: "2025-10-01", until: "2026-05-31" },
      levers: {
        churn: [
          { plan: "Pro", mrr: 210, rate: 0.043795620437956206, left: 1 },
          { plan: "Basic", mrr: 110, rate: 0.049019607843137254, left: 1 },
        ],
        recovery: null,
        newMrr: 67.13,
      },
      asIs: [
        { month: "2026-06", mrr: 320, low: 320, high: 320 },
        { month: "2026-07", mrr: 386.21, low: 0, high: 867.48 },
        { month: "2026-08", mrr: 450.68, low: 0, high: 1287.87 },
        { month: "2026-09", mrr: 513.45, low: 0, high: 1738.64 },
        { month: "2026-10", mrr: 574.58, low: 0, high: 2228.13 },
        { month: "2026-11", mrr: 634.11, low: 0, high: 2757.66 },
        { month: "2026-12", mrr: 692.07, low: 0, high: 3326.79 },
        { month: "2027-01", mrr: 748.51, low: 0, high: 3934.47 },
        { month: "2027-02", mrr: 803.48, low: 0, high: 4579.42 },
        { month: "2027-03", mrr: 857.01, low: 0, high: 5260.27 },
        { month: "2027-04", mrr: 909.13, low: 0, high: 5975.64 },
        { month: "2027-05", mrr: 959.9, low: 0, high: 6724.14 },
        { month: "2027-06", mrr: 1009.33, low: 0, high: 7504.42 },
      ],
      changed: null,
      assumptions: [
        "Customers leave as in the last 8 full months: 2 customers left in them.",
        "$67 of new MRR a month and $8 of customers who come back, as in these months on average.",
        "Who stays pays 1.8% more each month: expansion less contraction.",
        "The churn by plan comes to 0.1% of MRR a month more than was lost in these months: that much is not taken off.",
        "Nothing is known of failed payments: recovery has no lever until bills and their payments are imported.",
        "Months vary as they did, by 83% of MRR either way, each by itself: the range holds 8 in 10 such years. That a lever does what is supposed is not in it.",
        "A change of price reaches everybody in the first month and moves nobody away.",
      ],
      missing: null,
    },
  }),
];
