/** Imports on one page of their history. */
export const IMPORTS_PAGE_SIZE = 10;
/** Undo is offered for 7 days after the import finished. */
export const IMPORT_UNDO_DAYS = 7;
/** Errors shown on screen; the error file has all of them. */
export const IMPORT_ERROR_SAMPLE = 100;

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
  skip: "Do not import",
} as const;
export type ImportTarget = keyof typeof importTargets;

export const dateOrders = ["YMD", "DMY", "MDY"] as const;
export const numberStyles = ["us", "eu"] as const;

/** Where a non-terminal job stands: waiting for a person (`mapping`, `confirm`) or at work. */
export const importSteps = ["mapping", "validating", "confirm", "processing", "done"] as const;

/** What a dry run asks where the consequence of an import is large; answered with its confirmation. */
export const importQuestions = ["leaving", "returning", "revenue"] as const;
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
const endsAhead: readonly ImportTarget[] = ["endedAt", "attribute", "skip"];
const birthName = /birth|dob|born|geburt|naissance|nacimiento|nascimento|nascita|geboorte/i;

/**
 * The last of the hundred years that a column's years of two digits are of: births, starts and activity have happened, so
 * this year; an end or a date of the company's own may be to come.
 */
export function latestYearOf(target: ImportTarget, column: string, thisYear: number): number {
  return !endsAhead.includes(target) || birthName.test(column) ? thisYear : LATEST_YEAR;
}
