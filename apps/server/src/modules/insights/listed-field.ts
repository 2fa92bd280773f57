import { eventCountField, sinceEventField, windowField } from "@forestay/contracts";

/**
 * The field of the rule language that says of customers today what a model's value said of them when it learned; null where
 * none says the same. `eventTypes`: events that the company has, by which names with underscores are told from windows.
 */
export function listedField(
  base: string,
  known: { hasLedger: boolean; eventTypes: readonly string[] },
): string | null {
  if (base.startsWith("attr:")) return `attributes.${base.slice("attr:".length)}`;
  // How long somebody has been there is also told as a number of months in a file: then no day is known to count from.
  if (base === "tenure_days") return known.hasLedger ? "tenureDays" : null;
  const failed = /^failed_payments_(\d+)d$/.exec(base);
  if (failed) return windowField("failedPayments", Number(failed[1]));
  for (const type of known.eventTypes) {
    if (base === `event:${type}_days_since`) return sinceEventField(type);
    const rest = base.startsWith(`event:${type}_`) ? base.slice(`event:${type}_`.length) : "";
    if (/^\d+d$/.test(rest)) return eventCountField(type, Number.parseInt(rest, 10));
  }
  return ownFields[base] ?? null;
}

const ownFields: Readonly<Record<string, string>> = {
  plan: "plan",
  monthly_revenue: "monthlyRevenue",
  lifetime_value: "lifetimeValue",
};
