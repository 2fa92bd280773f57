import type { insightsRoutes, RouteResponse } from "@forestay/contracts";

type Retention = RouteResponse<typeof insightsRoutes.retention>;
type Revenue = RouteResponse<typeof insightsRoutes.revenue>;
type RevenueWhatIf = RouteResponse<typeof insightsRoutes.whatIf>;
type Findings = RouteResponse<typeof insightsRoutes.findings>;
type Reasons = RouteResponse<typeof insightsRoutes.reasons>;

const day = "2026-11-22";

export const insightsScope = (changed: Partial<Retention["scope"]> = {}): Retention["scope"] => ({
  day,
  period: "12_months",
  from: "2025-11-01",
  plan: null,
  plans: ["Growth", "Scale", "Starter"],
  segment: null,
  segments: [{ id: "0197a000-0000-7000-8000-000000000031", name: "Champions" }],
  currency: "USD",
  currencies: [{ currency: "USD", mrr: 186_420, customers: 1652 }],
  churnDate: "end_of_paid_term",
  ...changed,
});

/** A curve that falls by so much a month, more in the first and where a year is over. */
function survival(customers: number, monthly: number): NonNullable<Retention["survival"]> {
  let share = 1;
  const points = Array.from({ length: 24 }, (_, at) => {
    share *= 1 - monthly * (at === 0 ? 2.2 : at % 12 === 11 ? 2.6 : 1);
    const spread = 0.004 + at * 0.0012;
    return { day: 30 * (at + 1), survival: share, low: share - spread, high: Math.min(1, share + spread) };
  });
  const half = points.find((point) => point.survival <= 0.5)?.day ?? null;
  return {
    customers,
    left: Math.round(customers * (1 - share)),
    points,
    lastDay: 730,
    median: half,
    medianLow: half === null ? null : half - 30,
    medianHigh: null,
  };
}

const months = Array.from({ length: 13 }, (_, at) =>
  new Date(Date.UTC(2025, 10 + at, 1)).toISOString().slice(0, 7),
);

function cohorts(of: (age: number) => number, amount: number): Retention["cohorts"]["customers"] {
  const rows = months.toReversed().map((month, newest) => ({
    month,
    from: `${month}-01`,
    customers: 49 + ((newest * 7) % 29),
    cells: Array.from({ length: newest + 1 }, (_, age) => {
      const n = amount * (49 + ((newest * 7) % 29));
      return { kept: Math.round(n * of(age)), of: n, share: of(age), isComplete: age < newest };
    }),
  }));
  const average = months.map((_, age) => (age === 12 ? null : of(age)));
  return { rows, average };
}

export const retentionInsights = (changed: Partial<Retention> = {}): Retention => ({
  scope: insightsScope(),
  source: "ledger",
  survival: survival(2418, 0.029),
  atRisk: Array.from({ length: 25 }, (_, month) => ({ month, customers: Math.round(2418 * 0.955 ** month) })),
  hazard: Array.from({ length: 24 }, (_, at) => {
    const rate = at === 0 ? 0.052 : at === 11 ? 0.044 : at === 23 ? 0.03 : 0.038 - at * 0.0009;
    return {
      month: at + 1,
      atRisk: Math.round(2418 * 0.955 ** at),
      left: Math.round(2418 * 0.955 ** at * rate),
      rate,
      low: rate * 0.86,
      high: rate * 1.16,
    };
  }),
  byPlan: [
    { plan: "Starter", survival: survival(1486, 0.037) },
    { plan: "Growth", survival: survival(741, 0.022) },
    { plan: "Scale", survival: survival(184, 0.012) },
  ],
  plansDiffer: { chiSquared: 84.2, degreesOfFreedom: 2, pValue: 5e-19 },
  cohorts: {
    customers: cohorts((age) => 1 - 0.035 * age, 1),
    gross: cohorts((age) => 1 - 0.03 * age, 80),
    net: cohorts((age) => 1 + 0.006 * age, 80),
  },
  missing: null,
  revenueMissing: null,
  leftUndated: 0,
  ...changed,
});

function revenueMonths(): Revenue["months"] {
  let start = 150_000;
  return months.map((month, at) => {
    const isComplete = at < 12;
    const flow = {
      new: 6200.7 + at * 150,
      expansion: 2400 + (at % 4) * 310,
      reactivation: at % 3 === 0 ? 490 : 0,
      contraction: 900 + (at % 5) * 120,
      churn: 5200 - at * 90,
    };
    const end =
      Math.round(
        100 * (start + flow.new + flow.expansion + flow.reactivation - flow.contraction - flow.churn),
      ) / 100;
    const made: Revenue["months"][number] = {
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
              counts: { new: 64, expansion: 118, reactivation: 9, contraction: 31, churn: 55 },
            },
      churn: null,
    };
    if (at > 0) start = end;
    return made;
  });
}

export const revenueInsights = (changed: Partial<Revenue> = {}): Revenue => ({
  scope: insightsScope(),
  months: revenueMonths(),
  retention: months.slice(0, 12).map((month, at) => ({
    month,
    until: `${month}-28`,
    grossRetention: at === 0 ? null : 0.82 + at * 0.002,
    netRetention: at === 0 ? null : 1.01 + at * 0.003,
  })),
  plans: [
    {
      plan: "Growth",
      customers: 741,
      mrr: 79_145.23,
      share: 0.424,
      perCustomer: 106.8,
      netRetention: 1.039,
      grossRetention: 0.842,
      left: 14,
    },
    {
      plan: "Scale",
      customers: 184,
      mrr: 72_507.6,
      share: 0.387,
      perCustomer: 394.06,
      netRetention: 1.178,
      grossRetention: 0.899,
      left: 0,
    },
    {
      plan: "Starter",
      customers: 727,
      mrr: 34_767.17,
      share: 0.189,
      perCustomer: 47.8,
      netRetention: null,
      grossRetention: null,
      left: 38,
    },
    {
      plan: null,
      customers: 1652,
      mrr: 186_420,
      share: 1,
      perCustomer: 112.85,
      netRetention: 1.046,
      grossRetention: 0.842,
      left: 52,
    },
  ],
  countries: {
    field: "attributes.country",
    until: "2026-10-31",
    rows: [
      {
        country: "Germany",
        label: "Germany",
        rowsCountry: "Germany",
        customers: 612,
        mrr: 71_205.4,
        share: 0.382,
        perCustomer: 116.35,
        netRetention: 1.04,
        grossRetention: 0.86,
        left: 12,
      },
      {
        country: null,
        label: "Not known",
        rowsCountry: "",
        customers: 1040,
        mrr: 115_214.6,
        share: 0.618,
        perCustomer: 110.78,
        netRetention: 1.01,
        grossRetention: 0.83,
        left: 41,
      },
    ],
    missing: null,
  },
  quickRatio: 1.86,
  churn: revenueMonths().flatMap(({ month, from, until, isComplete, flow }) =>
    !isComplete || flow === null
      ? []
      : [
          {
            month,
            from,
            until,
            gross: (flow.churn + flow.contraction) / flow.start,
            net: (flow.churn + flow.contraction - flow.expansion - flow.reactivation) / flow.start,
          },
        ],
  ),
  lifetimeValue: {
    day: "2026-11-12",
    mrr: 186_420,
    customers: 1652,
    perCustomer: 112.85,
    simple: {
      value: 3526.4,
      meanChurn: 0.032,
      months: months.slice(6, 12).map((month) => ({
        month,
        from: `${month}-01`,
        until: `${month}-28`,
        left: 52,
        activeAtStart: 1625,
        share: 0.032,
      })),
    },
    survival: {
      value: 2104.55,
      months: 24,
      reachesHorizon: false,
      horizonMonths: 36,
      yearlyDiscount: 0.1,
      customers: 3110,
    },
  },
  missing: null,
  ...changed,
});

export const reasonsInsights = (changed: Partial<Reasons> = {}): Reasons => ({
  scope: insightsScope(),
  months: months.slice(0, 12).map((month, at) => ({
    month,
    from: `${month}-01`,
    until: `${month}-28`,
    lost:
      at === 0
        ? null
        : {
            voluntary: { customers: 20 + (at % 5), mrr: 2400 },
            involuntary: { customers: 9 + (at % 3), mrr: 800 },
            unknown: { customers: at % 4, mrr: 120 },
          },
  })),
  total: {
    voluntary: { customers: 241, mrr: 26_400 },
    involuntary: { customers: 110, mrr: 8800 },
    unknown: { customers: 17, mrr: 1320 },
  },
  themes: [
    {
      label: "Too expensive",
      customers: 92,
      mrr: 9120,
      quotes: [
        { words: "Too expensive for what we use", times: 31 },
        { words: "Budget cuts this year", times: 12 },
      ],
      wordings: ["Budget cuts this year", "Too expensive for what we use"],
    },
    {
      label: "Something is missing",
      customers: 54,
      mrr: 7450,
      quotes: [{ words: "No integration with our CRM, and none planned", times: 5 }],
      wordings: null,
    },
    {
      label: "Moved house",
      customers: 2,
      mrr: 90,
      quotes: [{ words: "Moved house", times: 2 }],
      wordings: ["Moved house"],
    },
  ],
  withReason: 148,
  missing: null,
  ...changed,
});

/** Growth of so much a month, with a band that widens. */
const ahead = (growth: number): RevenueWhatIf["asIs"] =>
  Array.from({ length: 13 }, (_, at) => {
    const mrr = Math.round(18_642_000 * (1 + growth) ** at) / 100;
    const wide = 0.012 * Math.sqrt(at + (at * at) / 12);
    return {
      month: new Date(Date.UTC(2026, 10 + at, 1)).toISOString().slice(0, 7),
      mrr,
      low: mrr * (1 - wide),
      high: mrr * (1 + wide),
    };
  });

export const revenueWhatIf = (changed: Partial<RevenueWhatIf> = {}): RevenueWhatIf => ({
  scope: insightsScope(),
  basisMonths: 12,
  basis: { from: "2025-11-01", until: "2026-10-31" },
  levers: {
    churn: [
      { plan: "Growth", mrr: 79_145, rate: 0.021, left: 164 },
      { plan: "Scale", mrr: 72_507, rate: 0.008, left: 19 },
      { plan: "Starter", mrr: 34_767, rate: 0.052, left: 402 },
    ],
    recovery: { rate: 0.61, failedBills: 214, from: "2026-03-23", until: "2026-09-23" },
    newMrr: 6900,
  },
  asIs: ahead(0.012),
  changed: null,
  assumptions: [
    "Customers leave as in the last 12 full months: 585 customers left in them.",
    "Months vary as they did, by 1.1% of MRR either way, each by itself: the range holds 8 in 10 such years. That a lever does what is supposed is not in it.",
  ],
  missing: null,
  ...changed,
});

export const supposedMonths = ahead(0.016);

/** Of so many customers with something in common, and of so many without, those who left. */
function finding(
  label: string,
  words: string,
  [left, rows, leftOfOthers, others]: [number, number, number, number],
  changed: Partial<Findings["findings"][number]> = {},
): Findings["findings"][number] {
  const shareOf = (of: number, all: number) => ({
    rows: all,
    left: of,
    share: of / all,
    low: Math.max(0, of / all - 1.8 / Math.sqrt(all) / 3),
    high: of / all + 1.8 / Math.sqrt(all) / 3,
  });
  const estimate = left / rows - leftOfOthers / others;
  return {
    base: label,
    label,
    words,
    withIt: shareOf(left, rows),
    without: shareOf(leftOfOthers, others),
    difference: { estimate, low: estimate - 0.03, high: estimate + 0.03 },
    pValue: 0.0004,
    holds: true,
    condition: null,
    ...changed,
  };
}

export const findingsInsights = (changed: Partial<Findings> = {}): Findings => ({
  scope: insightsScope(),
  testedOn: {
    modelVersion: "v3",
    trainedAt: "2026-11-20T08:00:00.000Z",
    customers: 2337,
    left: 164,
    day: "2026-08-22",
    horizonDays: 90,
  },
  tested: 41,
  held: 3,
  findings: [
    finding("Logins, 30 days", "none", [52, 214, 112, 2123]),
    finding("Plan", "Starter", [98, 900, 66, 1437], {
      condition: { field: "plan", operator: "Equals", value: "Starter" },
    }),
    finding("Billing", "Annual", [25, 695, 139, 1642]),
    finding("Country", "Germany", [30, 420, 134, 1917], { holds: false, pValue: 0.6 }),
    finding("Seats", "more than 4", [70, 1010, 94, 1327], { holds: false, pValue: 0.8 }),
  ],
  missing: null,
  ...changed,
});
