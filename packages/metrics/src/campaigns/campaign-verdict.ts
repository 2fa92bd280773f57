import { alwaysValidUplift } from "./always-valid.ts";
import { campaignUplift, type CampaignArm, type CampaignUplift } from "./campaign-uplift.ts";

/** What a campaign's figures allow to be said, and by which interval. */
export interface CampaignVerdict {
  /**
   * `waiting`: nobody's window is over, or too few; `open`: not conclusive yet; `kept` and `lost`: conclusive; `none`: read on
   * the planned day, without an effect to see.
   */
  readonly finding: "waiting" | "open" | "kept" | "lost" | "none";
  /** Of the planned day from then on, else the always-valid one. */
  readonly uplift: CampaignUplift;
  /** Safe to read on any day, then too. */
  readonly alwaysValid: CampaignUplift;
  /** Whether it was read as planned: by Newcombe's interval, once. */
  readonly isFinal: boolean;
}

/**
 * Before the planned day only the always-valid interval decides, so that looking daily finds an effect where there is none
 * in at most 2.5 of 100 campaigns each way; on the planned day Newcombe's does, once, at 2.5 each way: together at most 5.
 */
export function campaignVerdict(
  sent: CampaignArm,
  holdout: CampaignArm,
  planned: { readonly sent: number; readonly holdout: number },
  isOver: boolean,
): CampaignVerdict {
  const alwaysValid = alwaysValidUplift(sent, holdout, planned);
  const uplift = isOver ? campaignUplift(sent, holdout) : alwaysValid;
  const { low, high } = uplift;
  if (low === null || high === null) return { finding: "waiting", uplift, alwaysValid, isFinal: isOver };
  const finding = low > 0 ? "kept" : high < 0 ? "lost" : isOver ? "none" : "open";
  return { finding, uplift, alwaysValid, isFinal: isOver };
}
