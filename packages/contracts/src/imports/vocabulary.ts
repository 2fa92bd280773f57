/** Imports on one page of their history. */
export const IMPORTS_PAGE_SIZE = 10;
/** Undo is offered for 7 days after the import finished. */
export const IMPORT_UNDO_DAYS = 7;
/** Errors shown on screen; the error file has all of them. */
export const IMPORT_ERROR_SAMPLE = 100;

/** What a row of a file is, in the order in which files are best imported. Snapshots are customers with a date. */
export const importKinds = ["customers", "subscriptions", "invoices", "payments", "events"] as const;
export type ImportKind = (typeof importKinds)[number];

/** What the rows of each kind are called. */
export const importKindLabels: Record<ImportKind, string> = {
  customers: "Customers",
  subscriptions: "Subscriptions",
  invoices: "Invoices or orders",
  payments: "Payments",
  events: "Events",
};

/** What one row of each kind is called. */
export const importKindNouns: Record<ImportKind, string> = {
  customers: "customer",
  subscriptions: "subscription",
  invoices: "invoice",
  payments: "payment",
  events: "event",
};

/** What a column can become. `attribute` keeps it as a typed attribute of its own name, `skip` leaves it out. */
export const importTargets = {
  externalId: "Customer id",
  email: "E-mail",
  fullName: "Full name",
  firstName: "First name",
  lastName: "Last name",
  lifetimeValue: "Lifetime value",
  monthlyRevenue: "Monthly revenue",
  currency: "Currency",
  plan: "Plan",
  subscriptionStatus: "Subscription status",
  paymentStatus: "Payment status",
  startedAt: "Customer since",
  tenureMonths: "Tenure in months",
  endedAt: "Left on",
  lastActivityAt: "Last activity",
  lastLoginAt: "Last login",
  churned: "Left? (label)",
  snapshotOn: "Snapshot date",
  attribute: "Extra attribute",
  subscriptionId: "Subscription id",
  price: "Price",
  quantity: "Seats or quantity",
  billingInterval: "Billing interval",
  billingCount: "Intervals per bill",
  discount: "Discount",
  includedTax: "Tax contained",
  subscriptionStart: "Started on",
  subscriptionEnd: "Ended on",
  trialEnd: "Trial ends on",
  cancelRequestedAt: "Cancelled on (asked for)",
  renewsAt: "Renews on",
  endReason: "Reason of the end",
  priceFrom: "Price valid from",
  priceUntil: "Price valid until",
  invoiceId: "Invoice or order number",
  amount: "Amount",
  paidAmount: "Amount paid",
  refundedAmount: "Amount refunded",
  invoiceStatus: "Invoice status",
  issuedAt: "Issued on",
  dueAt: "Due on",
  paidAt: "Paid on",
  paymentId: "Payment id",
  attemptedAt: "Tried on",
  paymentResult: "Result",
  declineCode: "Decline code",
  eventId: "Event id",
  eventType: "What happened",
  occurredAt: "Happened at",
  eventValue: "Number with it",
  skip: "Do not import",
} as const;
export type ImportTarget = keyof typeof importTargets;

const ledgerKey = ["externalId", "email"] as const;

/** What a column of a file of each kind can become, as a person chooses from it. */
export const targetsOfKind: Record<ImportKind, readonly ImportTarget[]> = {
  customers: [
    ...ledgerKey,
    "fullName",
    "firstName",
    "lastName",
    "lifetimeValue",
    "monthlyRevenue",
    "currency",
    "plan",
    "subscriptionStatus",
    "paymentStatus",
    "startedAt",
    "tenureMonths",
    "endedAt",
    "lastActivityAt",
    "lastLoginAt",
    "churned",
    "snapshotOn",
    "attribute",
    "skip",
  ],
  subscriptions: [
    ...ledgerKey,
    "subscriptionId",
    "plan",
    "price",
    "currency",
    "quantity",
    "billingInterval",
    "billingCount",
    "discount",
    "includedTax",
    "subscriptionStatus",
    "subscriptionStart",
    "subscriptionEnd",
    "trialEnd",
    "cancelRequestedAt",
    "renewsAt",
    "endReason",
    "priceFrom",
    "priceUntil",
    "skip",
  ],
  invoices: [
    ...ledgerKey,
    "invoiceId",
    "subscriptionId",
    "amount",
    "paidAmount",
    "refundedAmount",
    "currency",
    "invoiceStatus",
    "issuedAt",
    "dueAt",
    "paidAt",
    "skip",
  ],
  payments: [
    ...ledgerKey,
    "paymentId",
    "invoiceId",
    "amount",
    "currency",
    "attemptedAt",
    "paymentResult",
    "declineCode",
    "skip",
  ],
  events: [...ledgerKey, "eventId", "eventType", "occurredAt", "eventValue", "skip"],
};

/** Targets whose values are dates, and those whose values are numbers or amounts: their formats may have to be asked. */
export const dateTargets: readonly ImportTarget[] = [
  "startedAt",
  "endedAt",
  "lastActivityAt",
  "lastLoginAt",
  "snapshotOn",
  "subscriptionStart",
  "subscriptionEnd",
  "trialEnd",
  "cancelRequestedAt",
  "renewsAt",
  "priceFrom",
  "priceUntil",
  "issuedAt",
  "dueAt",
  "paidAt",
  "attemptedAt",
  "occurredAt",
];
/** Amounts of the ledger: each row's own currency, never negative. */
export const amountTargets: readonly ImportTarget[] = [
  "price",
  "discount",
  "includedTax",
  "amount",
  "paidAmount",
  "refundedAmount",
];
export const numberTargets: readonly ImportTarget[] = [
  "lifetimeValue",
  "monthlyRevenue",
  "tenureMonths",
  "quantity",
  "billingCount",
  "eventValue",
  ...amountTargets,
];

/** How often a price is charged, where no column says it. */
export const billingIntervals = {
  week: "every week",
  month: "every month",
  quarter: "every quarter",
  half_year: "every half year",
  year: "every year",
  once: "once",
} as const;
export type BillingInterval = keyof typeof billingIntervals;

/** What the price of a subscription stands for. */
export const priceMeanings = {
  interval: "per billing interval, all seats together",
  month: "per month, whatever the interval (MRR)",
  seat: "per billing interval and seat",
} as const;
export type PriceMeaning = keyof typeof priceMeanings;

/** What becomes of rows whose customer is not known. */
export const unknownCustomerChoices = {
  park: "wait until the customer comes",
  create: "add the customer",
  reject: "leave the row out, as an error",
} as const;
export type UnknownCustomerChoice = keyof typeof unknownCustomerChoices;

export const dateOrders = ["YMD", "DMY", "MDY"] as const;
export const numberStyles = ["us", "eu"] as const;

/** Where a non-terminal job stands: waiting for a person (`mapping`, `confirm`) or at work. */
export const importSteps = ["mapping", "validating", "confirm", "processing", "done"] as const;

/** What a dry run asks where the consequence of an import is large; answered with its confirmation. */
export const importQuestions = [
  "leaving",
  "returning",
  "revenue",
  "repeats",
  "terms",
  "overlaps",
  "undatedEnds",
  "pastEnds",
  "currencies",
] as const;
export type ImportQuestionCode = (typeof importQuestions)[number];

/**
 * Whether a label is kept as numbers that do not say by themselves who has left: 1 and 2, -1 and 1, 0 to 3. Which is which
 * has to be asked; 0 and 1 are a no and a yes everywhere.
 */
export function isCodedLabel(words: readonly string[]): boolean {
  return (
    words.length >= 2 &&
    words.length <= 5 &&
    words.every((word) => /^-?\d$/.test(word)) &&
    !words.every((word) => word === "0" || word === "1")
  );
}

/** Years of two digits in a column of no special meaning end here, as in most spreadsheets. */
const LATEST_YEAR = 2069;
const endsAhead: readonly ImportTarget[] = [
  "endedAt",
  "attribute",
  "subscriptionEnd",
  "trialEnd",
  "renewsAt",
  "priceUntil",
  "dueAt",
  "skip",
];
const birthName = /birth|dob|born|geburt|naissance|nacimiento|nascimento|nascita|geboorte/i;

/**
 * The last of the hundred years that a column's years of two digits are of: births, starts and activity have happened, so
 * this year; an end or a date of the company's own may be to come.
 */
export function latestYearOf(target: ImportTarget, column: string, thisYear: number): number {
  return !endsAhead.includes(target) || birthName.test(column) ? thisYear : LATEST_YEAR;
}
