import type {
  ContactWorth,
  Campaign,
  CampaignInput,
  CampaignPreview,
  CampaignResults,
  CampaignSummary,
} from "@forestay/contracts";

const id = "01a20600-0000-7b02-beb1-3611e12c7001";

const input = (changed: Partial<CampaignInput> = {}): CampaignInput => ({
  name: "September check-in",
  description: "Asks quiet accounts how it goes.",
  trigger: { kind: "Manual" },
  includesPresent: true,
  audience: [],
  exclusions: [],
  leavesOutOthers: true,
  leavesOutHarmed: false,
  exitCriteria: [],
  steps: [
    {
      id: "mail1",
      kind: "email",
      name: "What teams like yours use",
      content: {
        subject: "A question, {{customer.firstName|there}}",
        preheader: "",
        senderName: "",
        blocks: [{ kind: "text", text: "Hi {{customer.firstName|there}}, how is it going?" }],
      },
      variantB: null,
    },
    { id: "wait1", kind: "wait", name: "Wait", hours: 168, untilEvent: null },
    { id: "task1", kind: "task", name: "Call task for the owner", dueInDays: 3 },
  ],
  measuredDays: 30,
  entryDays: 60,
  holdoutShare: 0.5,
  costs: { perThousandMessages: 1, perTask: 14, perOffer: 0, offerTakenBy: "goal" },
  ...changed,
});

export const summary = (changed: Partial<CampaignSummary> = {}): CampaignSummary => ({
  id,
  name: "September check-in",
  description: "Asks quiet accounts how it goes.",
  type: "Email",
  status: "Completed",
  trigger: "Manual",
  triggerWords: "Started by hand",
  enteredCount: 900,
  heldCount: 904,
  sentCount: 900,
  openedCount: 498,
  clickedCount: 162,
  convertedCount: 118,
  finding: "kept",
  uplift: { value: 0.0154, low: 0.0026, high: 0.0291 },
  revenueRecovered: 15_848,
  currency: "USD",
  stepCount: 3,
  createdAt: "2026-09-01T09:00:00.000Z",
  startedAt: "2026-09-02T09:00:00.000Z",
  startsAt: null,
  ...changed,
});

export const campaign = (changed: Partial<Campaign> = {}): Campaign => {
  const { trigger: _, ...rest } = summary();
  return {
    ...rest,
    input: input(),
    steps: input().steps,
    version: 2,
    versions: [
      { number: 2, at: "2026-09-10T09:00:00.000Z", by: "Maya Okafor", customers: 0 },
      { number: 1, at: "2026-09-01T09:00:00.000Z", by: "Maya Okafor", customers: 900 },
    ],
    pausedBecause: null,
    entersUntil: "2026-09-02T09:00:00.000Z",
    readsAt: "2026-10-06T09:00:00.000Z",
    waitingCount: 0,
    isDrawing: false,
    ...changed,
  };
};

const curve = (last: number) =>
  [0, 7, 14, 21, 30].map((day) => {
    const share = 1 - ((1 - last) * day) / 30;
    return { day, share, low: share - 0.008 * (day / 30), high: Math.min(1, share + 0.006 * (day / 30)) };
  });

export const results = (changed: Partial<CampaignResults> = {}): CampaignResults => ({
  asOf: "2026-10-06T09:00:00.000Z",
  isFinal: true,
  readsAt: "2026-10-06T09:00:00.000Z",
  finding: "kept",
  headline: "Kept 14 more of 900",
  explanation: "95% interval 2 to 26. It worked: 98.8% stayed when you wrote, 97.2% when you did not.",
  sent: { customers: 900, measured: 900, kept: 889 },
  held: { customers: 904, measured: 904, kept: 879 },
  uplift: { value: 0.0154, low: 0.0026, high: 0.0291 },
  alwaysValid: { value: 0.0154, low: -0.0022, high: 0.0333 },
  keptMore: { value: 13.9, low: 2.3, high: 26.2 },
  currency: "USD",
  meanYearlyValue: 1132,
  revenue: { value: 15_848, low: 2264, high: 29_432 },
  costs: { messages: 2044, messageCost: 2, tasks: 18, taskCost: 252, offers: 22, offerCost: 1034 },
  netValue: { value: 15_594, low: 2010, high: 29_178 },
  curves: { sent: curve(0.988), held: curve(0.972) },
  funnel: {
    drawn: 900,
    sent: 900,
    delivered: 889,
    opened: 498,
    clicked: 162,
    converted: 118,
    bounced: 11,
    complained: 1,
    unsubscribed: 12,
    suppressed: 0,
  },
  clickers: { measured: 162, kept: 160, anyway: 157.5 },
  steps: [
    {
      id: "mail1",
      name: "What teams like yours use",
      kind: "email",
      reached: 900,
      sent: 900,
      clicked: 96,
      unsubscribed: 4,
    },
    { id: "wait1", name: "Wait", kind: "wait", reached: 0, sent: 0, clicked: 0, unsubscribed: 0 },
    {
      id: "task1",
      name: "Call task for the owner",
      kind: "task",
      reached: 18,
      sent: 0,
      clicked: 0,
      unsubscribed: 0,
    },
  ],
  variants: [
    {
      key: "A",
      customers: 450,
      measured: 450,
      kept: 445,
      clicked: 74,
      againstHeld: { value: 0.017, low: -0.001, high: 0.031 },
    },
    {
      key: "B",
      customers: 450,
      measured: 450,
      kept: 444,
      clicked: 88,
      againstHeld: { value: 0.014, low: -0.003, high: 0.029 },
    },
  ],
  variantDifference: { value: -0.002, low: -0.019, high: 0.014 },
  ...changed,
});

export const preview = (changed: Partial<CampaignPreview> = {}): CampaignPreview => ({
  entersAtStart: 646,
  leftOut: [
    { reason: "No e-mail address", count: 4 },
    { reason: "Unsubscribed or suppressed", count: 38 },
    { reason: "In another campaign", count: 31 },
  ],
  perWeek: 57,
  keptRate: 0.94,
  keptRateMissing: null,
  holdouts: [0.1, 0.2, 0.3, 0.4, 0.5].map((share) => ({
    share,
    heldCount: Math.round(1100 * share),
    smallestEffect: 0.06 - 0.05 * share,
    readsAt: "2027-01-25T09:00:00.000Z",
  })),
  suggestedShare: 0.5,
  checks: [
    {
      key: "value:owner.fullName",
      state: "stops",
      title: "Account manager is empty for 45 customers",
      detail:
        "7.0% of the audience. More than 5% without a value stops the start: say what stands in its place, as in {{owner.fullName|there}}.",
      customers: [{ id: "01a20600-0000-7b02-beb1-3611e12c7201", name: "Hannah Feldman" }],
    },
    {
      key: "domain",
      state: "warning",
      title: "Not from a domain of your own",
      detail: "Messages come from this product's address. Add and verify a domain under Settings, Sending.",
      customers: [],
    },
    {
      key: "address",
      state: "ok",
      title: "Your postal address stands in every message",
      detail: "1 Quay Street",
      customers: [],
    },
  ],
  emails: 1,
  hasChat: false,
  ...changed,
});

/** Whom contact keeps, learnt from two campaigns. */
export const worth = (changed: Partial<ContactWorth> = {}): ContactWorth => ({
  items: [
    {
      customerId: "01a20600-0000-7b02-beb1-3611e12c8001",
      name: "Hannah Feldman",
      group: "keptByIt",
      uplift: 0.182,
      keptAnyway: 0.71,
      yearlyValue: 14_400,
      worth: 2620.8,
    },
    {
      customerId: "01a20600-0000-7b02-beb1-3611e12c8002",
      name: "Tobias Lindqvist",
      group: "staysAnyway",
      uplift: 0.004,
      keptAnyway: 0.97,
      yearlyValue: 4800,
      worth: 19.2,
    },
    {
      customerId: "01a20600-0000-7b02-beb1-3611e12c8003",
      name: "Amara Okonkwo",
      group: "drivenAway",
      uplift: -0.052,
      keptAnyway: 0.96,
      yearlyValue: null,
      worth: 0,
    },
  ],
  totalCount: 3,
  page: 1,
  pageSize: 25,
  totalPages: 1,
  currency: "USD",
  state: "known",
  finishedHoldouts: 2,
  neededHoldouts: 2,
  learnt: { at: "2026-11-20T08:00:00.000Z", campaigns: 2, customers: 1659 },
  quality: {
    coefficient: 0.021,
    low: 0.008,
    high: 0.034,
    all: 0.018,
    best: { share: 0.34, gain: 0.041 },
    curve: [
      { share: 0, gain: 0 },
      { share: 0.17, gain: 0.026 },
      { share: 0.34, gain: 0.041 },
      { share: 0.6, gain: 0.034 },
      { share: 1, gain: 0.018 },
    ],
    customers: 1659,
  },
  groups: [
    { group: "keptByIt", customers: 212, worth: 48_200 },
    { group: "staysAnyway", customers: 880, worth: 2100 },
    { group: "leavesAnyway", customers: 14, worth: 300 },
    { group: "drivenAway", customers: 41, worth: -6400 },
  ],
  ...changed,
});
