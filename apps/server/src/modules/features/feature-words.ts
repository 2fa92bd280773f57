import type { PlannedColumn } from "./feature-plan.ts";
import { ledgerWords } from "./ledger-past/ledger-words.ts";

interface FeatureWords {
  label: string;
  unit: PlannedColumn["unit"];
  /** What it is called where it raises or lowers one customer's risk; else the label. */
  raising?: string;
  lowering?: string;
}

/** Names of the values we know; any other is named from its own key. */
const knownFeatures: Record<string, FeatureWords> = {
  plan: { label: "Plan", unit: "text" },
  subscription_status: { label: "Subscription", unit: "text" },
  payment_status: {
    label: "Payment",
    unit: "text",
    raising: "Payment problem",
    lowering: "Payments in order",
  },
  monthly_revenue: { label: "Monthly revenue", unit: "money" },
  lifetime_value: { label: "Lifetime value", unit: "money" },
  tenure_days: { label: "Tenure", unit: "days", raising: "Tenure", lowering: "Long tenure" },
  billing: { label: "Billing", unit: "text", raising: "Billing", lowering: "Billing" },
  days_to_renewal: {
    label: "Time to renewal",
    unit: "days",
    raising: "Renewal comes up",
    lowering: "Renewal far off",
  },
  seats: { label: "Seats", unit: "count" },
  active_seats_30d: {
    label: "Seats in use",
    unit: "count",
    raising: "Seats unused",
    lowering: "Seats in use",
  },
  logins_30d: { label: "Logins", unit: "count", raising: "Fewer logins", lowering: "Active logins" },
  feature_events_30d: {
    label: "Feature use",
    unit: "count",
    raising: "Less feature use",
    lowering: "Feature use",
  },
  features_used_30d: {
    label: "Features used",
    unit: "count",
    raising: "Few features used",
    lowering: "Many features used",
  },
  days_since_last_login: {
    label: "Last login",
    unit: "days",
    raising: "Quiet for a while",
    lowering: "Recent login",
  },
  days_since_last_activity: {
    label: "Last activity",
    unit: "days",
    raising: "Quiet for a while",
    lowering: "Recently active",
  },
  tickets_opened_30d: {
    label: "Support tickets opened",
    unit: "count",
    raising: "Support tickets",
    lowering: "Few support tickets",
  },
  open_tickets: { label: "Open support tickets", unit: "count", lowering: "No open tickets" },
  failed_payments_30d: {
    label: "Failed payments",
    unit: "count",
    raising: "Failed payment",
    lowering: "No failed payment",
  },
  industry: { label: "Industry", unit: "text" },
  country: { label: "Country", unit: "text" },
  acquisition_channel: { label: "Acquisition channel", unit: "text" },
};

/** Words for a value by its key: ours, the company's own label, or the key made readable. */
export function featureWords(base: string, ownLabel?: string): FeatureWords {
  const known = knownFeatures[base] ?? ledgerWords(base);
  if (known) return known;
  return { label: ownLabel ?? readableKey(base), unit: /_days$|^days_/.test(base) ? "days" : "number" };
}

/** 'avg_session_length_30d' -> 'Avg session length'. */
function readableKey(key: string): string {
  const words = key
    .replace(/^attr:/, "")
    .replace(/_(\d+)d$/, "")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return words === "" ? key : words[0]?.toUpperCase() + words.slice(1);
}

/** The window a count was taken over, in days; null for values that are no counts over time. */
export function windowDays(base: string): number | null {
  const found = /_(\d+)d$/.exec(base);
  return found ? Number(found[1]) : null;
}
