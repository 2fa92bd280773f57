import { newcombeIntervalOfZ } from "@forestay/churn-model/statistics";
import { checkArms, type CampaignArm, type CampaignUplift } from "./campaign-uplift.ts";

/**
 * P(|B(t)| < a + b t for all t > 0) >= 1 - 2 e^(-2ab) for a Brownian motion B (Doob 1949; Robbins 1970, "Statistical methods
 * related to the law of the iterated logarithm", Annals of Mathematical Statistics 41, 1397-1409, uses it for tests that may
 * be looked at at any time). With a = b the line is nearest to what it bounds at t = 1.
 */
const LINE = Math.sqrt(Math.log(2 / 0.05) / 2);

/** How many times as wide as the ordinary 95 % interval it is on the planned day, at best: 2 LINE / 1.96. */
export const ALWAYS_VALID_WIDTH = (2 * LINE) / 1.959963984540054;

/** Below this share of the planned information nothing is said yet: the normal approximation has nothing to stand on. */
const LEAST_INFORMATION = 0.01;

/** What counts as information: the inverse of the variance of a difference, but for the rates. */
const informationOf = (a: number, b: number) => (a + b === 0 ? 0 : (a * b) / (a + b));

/**
 * Uplift with an interval that holds at every look together in at least 95 of 100 campaigns, however often and until whenever it
 * is looked at: Newcombe's interval at z(t) = a / sqrt(t) + b sqrt(t) standard errors, t being the information so far
 * (n1 n2 / (n1 + n2)) over that of the planned end. It is narrowest, 1.39 times the ordinary one, on the planned day.
 * Holds for customers whose window is over, in the order in which that happens; asymptotically, as Newcombe's does.
 * @param planned Customers of both arms when the campaign is to be read.
 * @throws RangeError for counts that are none.
 */
export function alwaysValidUplift(
  sent: CampaignArm,
  holdout: CampaignArm,
  planned: { readonly sent: number; readonly holdout: number },
): CampaignUplift {
  checkArms(sent, holdout);
  const full = informationOf(planned.sent, planned.holdout);
  const t = full === 0 ? 0 : informationOf(sent.customers, holdout.customers) / full;
  if (t < LEAST_INFORMATION) return { uplift: null, low: null, high: null, conclusive: false };
  const z = LINE / Math.sqrt(t) + LINE * Math.sqrt(t);
  const { difference, low, high } = newcombeIntervalOfZ(
    { events: sent.retained, rows: sent.customers },
    { events: holdout.retained, rows: holdout.customers },
    z,
  );
  return { uplift: difference, low, high, conclusive: low > 0 || high < 0 };
}
