import type {
  Recovery,
  RecoveryCase,
  RecoveryCaseDetail,
  RecoveryReplay,
  RecoveryResults,
  RecoverySettings,
} from "@forestay/contracts";

/** October as it stood: 96 failed, of which most came in. */
export const recoveryFigures = (changed: Partial<Recovery> = {}): Recovery => ({
  month: "2026-10",
  months: ["2026-10", "2026-09", "2026-08"],
  currency: "USD",
  currencies: [{ currency: "USD", cases: 312 }],
  hasCases: true,
  isCatchingUp: false,
  cases: 96,
  amount: 62_180,
  recovered: 38_450,
  rate: 0.618,
  rateByCases: 0.64,
  provisional: true,
  before: { month: "2026-09", rate: 0.558 },
  parts: [
    { part: "recovered", cases: 61, amount: 38_450 },
    { part: "retrying", cases: 16, amount: 9_640 },
    { part: "waiting", cases: 9, amount: 5_260 },
    { part: "by_hand", cases: 0, amount: 0 },
    { part: "lost", cases: 10, amount: 8_830 },
  ],
  silentShare: 0.71,
  medianDays: 4.2,
  credits: [
    { credit: "silent", cases: 44, recovered: 27_300 },
    { credit: "link", cases: 11, recovered: 7_200 },
    { credit: "retry", cases: 6, recovered: 3_950 },
  ],
  classes: [
    { class: "soft", cases: 57, amount: 35_240, recovered: 21_100 },
    { class: "act", cases: 35, amount: 23_080, recovered: 16_950 },
    { class: "never", cases: 4, amount: 3_860, recovered: 400 },
  ],
  reasons: [
    { reason: "insufficient_funds", cases: 36, amount: 21_300, recovered: 14_900 },
    { reason: "card_expired", cases: 24, amount: 15_820, recovered: 12_650 },
    { reason: "declined_by_bank", cases: 21, amount: 13_940, recovered: 6_200 },
    { reason: "needs_authentication", cases: 11, amount: 7_260, recovered: 4_300 },
    { reason: "card_lost", cases: 4, amount: 3_860, recovered: 400 },
  ],
  curve: {
    cases: 288,
    points: Array.from({ length: 29 }, (_, day) => ({
      day,
      share: 0.62 * (1 - Math.exp(-day / 6)),
      atRisk: 288 - 6 * day,
    })),
  },
  open: { cases: 37, amount: 14_900 },
  ...changed,
});

export const failedPayment = (changed: Partial<RecoveryCase> = {}): RecoveryCase => ({
  id: "01a1ffb5-2374-76e5-8bef-1ae334d8d901",
  customer: {
    id: "01a1ffb5-2374-76e5-8bef-1ae334d8d902",
    name: "Renata Salgado",
    email: "renata@harborline.example",
    churnRiskScore: 92,
    churnRiskLevel: 3,
  },
  invoice: "in_1042",
  plan: "Growth",
  currency: "USD",
  amount: 1240,
  recovered: 0,
  firstFailedAt: "2026-10-12T08:00:00.000Z",
  declineCode: "insufficient_funds",
  class: "soft",
  reason: "insufficient_funds",
  tries: 2,
  plannedTries: 8,
  lastTriedAt: "2026-10-13T08:00:00.000Z",
  status: "in_recovery",
  paymentStatus: 1,
  nextStep: "provider",
  nextAt: null,
  heldBy: null,
  credit: null,
  closedAt: null,
  pausedAt: null,
  marked: null,
  ...changed,
});

export const expiredCard = failedPayment({
  id: "01a1ffb5-2374-76e5-8bef-1ae334d8d903",
  customer: {
    id: "01a1ffb5-2374-76e5-8bef-1ae334d8d904",
    name: "Luis Carvalho",
    email: "luis@pontoalto.example",
    churnRiskScore: 68,
    churnRiskLevel: 2,
  },
  invoice: "in_1050",
  amount: 1460,
  class: "act",
  reason: "card_expired",
  declineCode: "expired_card",
  tries: 1,
  plannedTries: null,
  status: "open",
  paymentStatus: 2,
  nextStep: "new_card",
});

export const casesOf = (...items: RecoveryCase[]) => ({
  items,
  totalCount: items.length,
  page: 1,
  pageSize: 25,
  totalPages: 1,
  totals: [
    {
      currency: "USD",
      amount: items.reduce((sum, { amount }) => sum + amount, 0),
      recovered: items.reduce((sum, { recovered }) => sum + recovered, 0),
    },
  ],
});

/** The last 90 days through a policy. */
export const replayed = ({ retries = 214 }: { retries?: number } = {}): RecoveryReplay => ({
  from: "2026-07-16",
  until: "2026-10-14",
  currency: "USD",
  failures: 118,
  amounts: [{ currency: "USD", amount: 41_260 }],
  excluded: 0,
  heldBack: 3,
  leftAlone: 6,
  done: { retries: 142, emails: 0, softEmailsEarly: 0, mostEmails: 0, triesOfNever: 4 },
  now: { retries, emails: 96, softEmailsEarly: 0, mostEmails: 3, triesOfNever: 0 },
  weeks: ["2026-07-16", "2026-07-23", "2026-07-30", "2026-08-06"].map((from, index) => ({
    from,
    retries: 14 + index,
    emails: 7,
  })),
  cost: { retries: retries / 10, emails: 0.1 },
  classes: [
    { class: "soft", failures: 68, retries: 171, heldBack: 3, emails: 52 },
    { class: "never", failures: 6, retries: 0, heldBack: 0, emails: 6 },
  ],
  rows: [
    {
      caseId: failedPayment().id,
      customer: { id: failedPayment().customer.id, name: "Renata Salgado" },
      currency: "USD",
      amount: 1240,
      class: "soft",
      reason: "insufficient_funds",
      failedAt: "2026-10-01T08:00:00.000Z",
      retriesAt: ["2026-10-01T14:00:00.000Z", "2026-10-02T08:00:00.000Z", "2026-10-04T08:00:00.000Z"],
      emailsAt: ["2026-10-03T08:00:00.000Z", "2026-10-06T08:00:00.000Z"],
      isHeldBack: false,
      status: "recovered",
      endedAt: "2026-10-08T08:00:00.000Z",
    },
  ],
  tookMs: 400,
  asOf: "2026-10-14T10:12:00.000Z",
});

/** As it is until somebody switches something on. */
export const workSettings = (changed: Partial<RecoverySettings> = {}): RecoverySettings => ({
  sends: false,
  sendsSince: null,
  retries: "observe",
  ownSince: null,
  controlPercent: 5,
  mailLeaves: true,
  collecting: [{ source: "stripe", accountName: "Harborline", isSandbox: false, mayCollect: true }],
  ...changed,
});

export const caseDetail = (one: RecoveryCase = failedPayment()): RecoveryCaseDetail => ({
  case: one,
  retry: { isPossible: true, why: null },
  history: [
    {
      kind: "failed",
      at: "2026-10-12T08:00:00.000Z",
      text: "Insufficient funds",
      detail: "insufficient_funds",
      by: null,
    },
    {
      kind: "own_try",
      at: "2026-10-13T08:00:00.000Z",
      text: "Declined: insufficient funds",
      detail: "insufficient_funds",
      by: null,
    },
    {
      kind: "message",
      at: "2026-10-14T08:00:00.000Z",
      text: "Your payment to Harborline did not go through",
      detail: "Sent · renata@harborline.example · opened",
      by: null,
    },
    {
      kind: "link_opened",
      at: "2026-10-14T09:30:00.000Z",
      text: "The payment link was opened",
      detail: "",
      by: null,
    },
    {
      kind: "link_sent",
      at: "2026-10-15T09:30:00.000Z",
      text: "Your payment of $1,240.00 to Harborline",
      detail: "Sent · renata@harborline.example",
      by: "Maya Okafor",
    },
  ],
});

export const recoveryResults = (changed: Partial<RecoveryResults> = {}): RecoveryResults => ({
  currency: "USD",
  sends: true,
  controlPercent: 5,
  days: 10,
  sent: { cases: 1804, paid: 1010, amount: 612_000, recovered: 344_000, messages: 2410 },
  control: { cases: 412, paid: 174, amount: 139_000, recovered: 58_900, messages: 0 },
  difference: { value: 0.138, low: 0.085, high: 0.189 },
  alwaysValid: { value: 0.138, low: 0.064, high: 0.21 },
  added: { value: 84_400, low: 52_000, high: 115_700 },
  finding: "adds",
  headline: "Messages add 13.8 points over tries alone",
  explanation:
    "6.4 to 21.0 points, whenever you look. 56.0% of those written to paid within 10 days, 42.2% of those who hear of it later.",
  cohorts: ["2026-10", "2026-09", "2026-08"].map((month, index) => ({
    month,
    cases: 96 - index,
    amount: 62_180,
    recovered: 38_450,
    rate: 0.618,
    silentShare: 0.71,
    provisional: index < 2,
    messages: 140,
    ownTries: 212,
    canceled: 3,
  })),
  asOf: "2026-10-20T08:00:00.000Z",
  ...changed,
});
