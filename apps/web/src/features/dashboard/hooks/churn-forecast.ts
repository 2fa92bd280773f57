import type { Dashboard } from "@forestay/contracts/wire";

interface ChurnForecast {
  /** Monthly churn, 0-1, with its 80% range. */
  share: number;
  lower: number;
  upper: number;
  /** How many months of 30 days the scores look ahead. */
  months: number;
}

const daysAMonth = 30;

/**
 * Monthly churn that the scores expect: of customers a share leaves within the horizon, which over each of its months is
 * the same chance. Null where nobody is scored, or no horizon is known.
 */
export function forecastOf(risk: Dashboard["risk"], newest: number | null): ChurnForecast | null {
  const expected = risk?.expectedLeavers;
  if (risk === null || expected === null || expected === undefined || expected.of === 0 || newest === null)
    return null;
  const months = risk.horizonDays / daysAMonth;
  const monthly = (leavers: number) => 1 - (1 - Math.min(1, leavers / expected.of)) ** (1 / months);
  return {
    share: monthly(expected.customers),
    lower: monthly(expected.lower),
    upper: monthly(expected.upper),
    months,
  };
}
