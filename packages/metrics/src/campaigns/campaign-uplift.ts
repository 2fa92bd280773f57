import { newcombeInterval } from "@forestay/churn-model/statistics";
import { requireCurrency } from "../money/money.ts";

/** One arm of a campaign, by intention to treat: all who were assigned to it, whether or not a message reached them. */
export interface CampaignArm {
  readonly customers: number;
  /** Of them, still there when the window closed. */
  readonly retained: number;
}

export interface CampaignUplift {
  /** Retained share of those sent less that of the holdout, -1 to 1; null where an arm is empty. */
  readonly uplift: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Whether the interval leaves out 0; shown as "not conclusive yet" where it does not. */
  readonly conclusive: boolean;
}

/**
 * Uplift with Newcombe's hybrid score interval (method 10 of Newcombe 1998, Statistics in Medicine 17, 873-890).
 * @throws RangeError for counts that are none, or more retained than there were.
 */
export function campaignUplift(sent: CampaignArm, holdout: CampaignArm, confidence = 0.95): CampaignUplift {
  checkArms(sent, holdout);
  if (sent.customers === 0 || holdout.customers === 0) {
    return { uplift: null, low: null, high: null, conclusive: false };
  }
  const { difference, low, high } = newcombeInterval(
    { events: sent.retained, rows: sent.customers },
    { events: holdout.retained, rows: holdout.customers },
    confidence,
  );
  return { uplift: difference, low, high, conclusive: low > 0 || high < 0 };
}

/** @throws RangeError for counts that are none, or more retained than there were. */
export function checkArms(sent: CampaignArm, holdout: CampaignArm): void {
  for (const [name, { customers, retained }] of Object.entries({ sent, holdout })) {
    const whole = Number.isSafeInteger(customers) && Number.isSafeInteger(retained);
    if (!whole || retained < 0 || retained > customers) {
      throw new RangeError(`${retained} retained of ${customers} customers (${name})`);
    }
  }
}

/** Revenue that a campaign kept, in minor units, with the interval of its uplift; null where there is no uplift. */
export interface IncrementalRevenue {
  readonly currency: string;
  readonly amountMinor: number | null;
  readonly lowMinor: number | null;
  readonly highMinor: number | null;
}

/**
 * Incremental revenue = uplift x customers sent x mean value. Below zero where the campaign drove customers away.
 * The interval is that of the uplift: how values differ is not in it.
 * @param meanValue Mean value of a customer over all who were assigned, both arms, in minor units and fractions of them.
 */
export function incrementalRevenue(
  { uplift, low, high }: CampaignUplift,
  customersSent: number,
  meanValue: { readonly currency: string; readonly amountMinor: number },
): IncrementalRevenue {
  requireCurrency(meanValue.currency);
  if (!Number.isFinite(meanValue.amountMinor))
    throw new RangeError(`a mean value of ${meanValue.amountMinor}`);
  const of = (share: number | null) =>
    share === null ? null : Math.round(share * customersSent * meanValue.amountMinor);
  return { currency: meanValue.currency, amountMinor: of(uplift), lowMinor: of(low), highMinor: of(high) };
}
