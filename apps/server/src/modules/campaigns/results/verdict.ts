import type { CampaignFinding } from "@forestay/contracts";
import { campaignVerdict, type CampaignUplift } from "@forestay/metrics";
import { toMajorUnits } from "#modules/customers/index.ts";
import type { CampaignRow } from "../campaign-rows.ts";
import type { Arms } from "./read-arms.ts";

export interface Interval {
  value: number;
  low: number;
  high: number;
}

export interface Judged {
  finding: CampaignFinding;
  isFinal: boolean;
  uplift: Interval | null;
  alwaysValid: Interval | null;
  /** In customers of those who were drawn to get it. */
  keptMore: Interval | null;
  /** Twelve months' revenue of these, in major units. */
  revenue: Interval | null;
}

/** Before anybody can be compared the planned numbers are those who are in it: the first look is then the widest there is. */
export function judge(
  row: Pick<CampaignRow, "status" | "said" | "expected_count">,
  arms: Arms,
  currency: string,
): Judged {
  const { sent, held, meanYearlyCents } = arms;
  const share = row.said.holdoutShare;
  // Who was drawn already is at least what was planned, and a campaign that outgrew its plan is read by what it became.
  const planned = Math.max(row.expected_count ?? 0, sent.customers + held.customers);
  const { finding, uplift, alwaysValid, isFinal } = campaignVerdict(
    { customers: sent.measured, retained: sent.kept },
    { customers: held.measured, retained: held.kept },
    { sent: planned * (1 - share), holdout: planned * share },
    row.status === "Completed",
  );
  const of = intervalOf(uplift);
  const keptMore = times(of, sent.measured);
  return {
    finding,
    isFinal,
    uplift: of,
    alwaysValid: intervalOf(alwaysValid),
    keptMore,
    revenue: meanYearlyCents === null ? null : times(keptMore, toMajorUnits(meanYearlyCents, currency)),
  };
}

export const intervalOf = ({ uplift, low, high }: CampaignUplift): Interval | null =>
  uplift === null || low === null || high === null ? null : { value: uplift, low, high };

const times = (of: Interval | null, factor: number): Interval | null =>
  of === null ? null : { value: of.value * factor, low: of.low * factor, high: of.high * factor };
