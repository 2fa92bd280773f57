import type { CampaignRow } from "../campaign-rows.ts";
import type { Arms } from "./read-arms.ts";
import type { Judged } from "./verdict.ts";

/** The answer in words, the first thing that is read of a campaign, and what it rests on. */
export function sayVerdict(
  row: Pick<CampaignRow, "said" | "reads_at" | "status">,
  { sent, held }: Arms,
  { finding, keptMore, uplift }: Judged,
): { headline: string; explanation: string } {
  const days = row.said.measuredDays;
  if (row.said.holdoutShare === 0 || (held.customers === 0 && sent.customers > 0))
    return {
      headline: "Nobody was held out, so nobody can tell",
      explanation: "What these customers would have done anyway is not known. Hold some out the next time.",
    };
  if (finding === "waiting" || keptMore === null || uplift === null)
    return {
      headline: "Too early to say",
      explanation: `Customers are counted ${days} days after they entered, ${sent.measured + held.measured} of ${sent.customers + held.customers} so far.`,
    };
  const stayed = `${share(sent)} stayed when you wrote, ${share(held)} when you did not.`;
  const between = `95% interval ${whole(keptMore.low)} to ${whole(keptMore.high)}.`;
  const most = sent.measured;
  if (finding === "kept")
    return {
      headline: `Kept ${whole(keptMore.value)} more of ${most}`,
      explanation: `${between} It worked: ${stayed}`,
    };
  if (finding === "lost")
    return {
      headline: `Drove ${whole(-keptMore.value)} away of ${most}`,
      explanation: `${between} It did harm: ${stayed}`,
    };
  if (finding === "none")
    return {
      headline: "No effect to see",
      explanation: `${between} Whatever it did is smaller than this campaign could show: ${stayed}`,
    };
  return {
    headline: "Not conclusive yet",
    explanation: `${between} It still holds nothing at all: ${stayed}`,
  };
}

const share = ({ kept, measured }: { kept: number; measured: number }) =>
  measured === 0 ? "none" : `${((100 * kept) / measured).toFixed(1)}%`;
const whole = (value: number) => String(Math.round(value) === 0 ? 0 : Math.round(value));
