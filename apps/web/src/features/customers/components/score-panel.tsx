import { DAY_MS } from "@forestay/contracts/wire";
import type { CustomerDetail } from "@forestay/contracts/wire";
import { ArrowDown, ArrowUp } from "lucide-react";
import { formatChance, formatPoints, formatRelativeInline } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { LeavingTimes } from "./leaving-times.tsx";
import { ScoreChanges } from "./score-changes.tsx";
import { ScoreHistory } from "./score-history.tsx";

/** The score in words and its history; without a score, the reason there is none. */
export function ScorePanel({
  customer,
  withChanges,
}: {
  customer: CustomerDetail;
  /** What moved the score stands below its history; where columns are under each other it comes later. */
  withChanges: boolean;
}) {
  const { score } = customer;
  if (score === null || customer.churnRiskScore === null) {
    return (
      <section className="px-4 py-5 md:px-5">
        <h2 className="m-0 text-body font-strong text-ink">Not scored</h2>
        <p className="m-0 mt-1 max-w-140 text-body text-ink-2">
          {customer.notScoredReason ?? "No analysis has included this customer yet."}
        </p>
        {customer.leaving === null ? null : (
          <p className="m-0 mt-2 max-w-140 text-body text-ink">{customer.leaving.sentence}</p>
        )}
      </section>
    );
  }
  const change = changeSince(customer, 30);
  const Arrow = change !== null && change > 0 ? ArrowUp : ArrowDown;
  return (
    <section className="flex flex-wrap gap-x-8 gap-y-4 px-4 py-5 md:px-5">
      <div className="flex w-56 shrink-0 flex-col">
        <h2 className="m-0 text-ui font-regular text-ink-2">Churn risk score</h2>
        <div className="flex items-center gap-3">
          <span className="text-score font-strong text-ink">{customer.churnRiskScore}</span>
          <span className="flex flex-col text-note">
            <span className="text-ink-2">of 100</span>
            {change === null || change === 0 ? null : (
              <span
                className={cn(
                  "inline-flex items-center gap-1 font-strong",
                  change > 0 ? "text-risk-high-text" : "text-risk-low-text",
                )}
              >
                <Arrow aria-hidden className="size-3.5" strokeWidth={2.2} />
                {change > 0 ? "up " : "down "}
                {formatPoints(Math.abs(change))} in 30 days
              </span>
            )}
          </span>
        </div>
        <p className="m-0 mt-2 text-ui text-ink-2">
          {customer.hasLeft ? (customer.leaving?.sentence ?? leftUnscored) : chanceWords(score)}
        </p>
        {customer.hasLeft ? null : <LeavingTimes customer={customer} />}
        <p className="m-0 mt-auto pt-3 text-small text-ink-3">
          {score.source === "model" ? `Model ${score.modelVersion}` : "Rules"} · scored{" "}
          {formatRelativeInline(score.scoredAt)}
        </p>
      </div>
      {customer.scoreHistory.length > 1 ? (
        <div className="min-w-64 flex-1">
          <ScoreHistory history={customer.scoreHistory} />
        </div>
      ) : null}
      {withChanges ? <ScoreChanges history={customer.scoreHistory} /> : null}
    </section>
  );
}

const leftUnscored = "The last score from before it left. The next analysis scores it no more.";

function chanceWords(score: NonNullable<CustomerDetail["score"]>): string {
  const chance = formatChance(score.probability);
  if (score.source === "rules")
    return `Rules, not trained: an estimate that ${chance} such customers leave within ${score.horizonDays} days. It has not been measured.`;
  return score.isUndated
    ? `Chance of being among those who leave, as in your file: ${chance} customers with this score. Each customer was learned from as it stands now and not as it was before leaving, so it says nothing of when.`
    : `${capitalised(chance)} customers with this score leave within ${score.horizonDays} days.`;
}

/** Points gained since the last score at least `days` old; null when there is none to compare with. */
function changeSince(customer: CustomerDetail, days: number): number | null {
  const newest = customer.scoreHistory.at(-1);
  if (newest === undefined) return null;
  const before = customer.scoreHistory.findLast(
    ({ scoredAt }) => Date.parse(newest.scoredAt) - Date.parse(scoredAt) >= days * DAY_MS,
  );
  return before === undefined ? null : newest.score - before.score;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
