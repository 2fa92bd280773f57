import type { ColumnMapping, ImportTarget } from "@forestay/contracts";

export interface OwnColumn {
  target: ImportTarget;
  /** Why it is left out, or what is special about it. */
  reason?: string;
  /** How it is read, whatever its values look like. */
  reads?: Pick<ColumnMapping, "dateOrder" | "numberStyle" | "unit">;
}

const isoDate = { dateOrder: "YMD" } as const;
const majorUnits = { numberStyle: "us" } as const;
const minorUnits = { numberStyle: "us", unit: "minor" } as const;
const skip = (reason: string): OwnColumn => ({ target: "skip", reason });
const OWN_ID = "Forestay's own id in the company that it was exported from; the customer's id is external_id";
const SCORED = "A score of ours, as it was when it was exported: the next analysis makes a new one";
const DERIVED = "Worked out by Forestay from the other columns";
const OF_THE_ZIP = "Only the whole zip brings this along: Settings, Data, “Bring in an export”";

/** Every column of the customers' export (`export-customers.ts`) and of `csv/customers.csv` in a company's zip. */
const ownColumns: Readonly<Record<string, OwnColumn>> = {
  id: skip(OWN_ID),
  external_id: { target: "externalId" },
  full_name: { target: "fullName" },
  email: { target: "email" },
  plan: { target: "plan" },
  subscription_status: { target: "subscriptionStatus" },
  payment_status: { target: "paymentStatus" },
  monthly_revenue: { target: "monthlyRevenue", reads: majorUnits },
  lifetime_value: { target: "lifetimeValue", reads: majorUnits },
  monthly_revenue_cents: { target: "monthlyRevenue", reads: minorUnits, reason: "In cents, as we export it" },
  lifetime_value_cents: { target: "lifetimeValue", reads: minorUnits, reason: "In cents, as we export it" },
  currency: { target: "currency" },
  started_at: { target: "startedAt", reads: isoDate },
  ended_at: { target: "endedAt", reads: isoDate },
  last_activity_at: { target: "lastActivityAt", reads: isoDate },
  last_login_at: { target: "lastLoginAt", reads: isoDate },
  churned: { target: "churned" },
  tenure_days: skip(DERIVED),
  tenure_months: skip(DERIVED),
  activity_status: skip(DERIVED),
  ledger_next_renewal_at: skip("Of its subscriptions: bring those in as a file of their own"),
  churned_at: skip(OF_THE_ZIP),
  attributes: skip(OF_THE_ZIP),
  file_values: skip(OF_THE_ZIP),
  field_sources: skip(OF_THE_ZIP),
  created_teller: skip(OF_THE_ZIP),
  value_sources: skip(OF_THE_ZIP),
  churn_probability: skip(SCORED),
  churn_risk_score: skip(SCORED),
  churn_risk_level: skip(SCORED),
  leaves_within_30: skip(SCORED),
  leaves_within_60: skip(SCORED),
  leaves_within_90: skip(SCORED),
  expected_days: skip(SCORED),
  value_at_risk: skip(SCORED),
  value_at_risk_cents: skip(SCORED),
  value_at_risk_band: skip(SCORED),
  score_source: skip(SCORED),
  scored_at: skip(SCORED),
  score_analysis_id: skip(SCORED),
  top_factor: skip(SCORED),
  not_scored_reason: skip(SCORED),
  company_id: skip("The company that it was exported from"),
  created_import_id: skip(DERIVED),
  last_import_id: skip(DERIVED),
  created_at: skip("When the customer came into Forestay, not when they became one"),
  updated_at: skip(DERIVED),
  email_key: skip(DERIVED),
  name_key: skip(DERIVED),
  name_tail_key: skip(DERIVED),
  last_seen_at: skip(DERIVED),
};
/** Names that nobody else's files have: two of them tell our own. */
const telling = [
  "tenure_days",
  "activity_status",
  "churn_risk_score",
  "churn_risk_level",
  "top_factor",
  "scored_at",
  "lifetime_value_cents",
  "monthly_revenue_cents",
  "score_source",
];
const keys = ["external_id", "email", "id"];

/**
 * What each column of our own customers' export becomes when it comes back; null for any other file. What is not ours
 * among them are the company's own attributes. `isFilled` says whether a column has any value.
 */
export function ownExport(
  names: readonly string[],
  isFilled: (name: string) => boolean,
): ReadonlyMap<string, OwnColumn> | null {
  const has = new Set(names);
  if (telling.filter((name) => has.has(name)).length < 2 || !keys.some((name) => has.has(name))) return null;
  const hasKey = ["external_id", "email"].some((name) => has.has(name) && isFilled(name));
  return new Map(
    names.map((name): [string, OwnColumn] => {
      if (name === "id" && !hasKey) {
        return [name, { target: "externalId", reason: "There is no other key in this export of ours" }];
      }
      if (Object.hasOwn(ownColumns, name)) return [name, ownColumns[name] ?? { target: "attribute" }];
      return [name, { target: "attribute" }];
    }),
  );
}
