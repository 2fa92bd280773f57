import { holdoutShares } from "@forestay/contracts/wire";
import type { CampaignInput, CampaignPreview } from "@forestay/contracts/wire";
import { formatCount, formatShare, formatShortDate } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";

interface HoldoutPartProps {
  input: CampaignInput;
  preview: CampaignPreview | undefined;
  isFixed: boolean;
  onChange: (share: number) => void;
}

/** How many are held out, with what each size could show of this audience. */
export function HoldoutPart({ input, preview, isFixed, onChange }: HoldoutPartProps) {
  const chosen = preview?.holdouts.find(({ share }) => share === input.holdoutShare);
  const total = chosen === undefined ? 0 : Math.round(chosen.heldCount / chosen.share);
  return (
    <>
      <fieldset
        className="m-0 grid grid-cols-2 overflow-hidden rounded-control border border-line-control p-0 md:grid-cols-5"
        disabled={isFixed}
      >
        <legend className="sr-only">Share held out</legend>
        {holdoutShares.map((share) => {
          const option = preview?.holdouts.find((one) => one.share === share);
          return (
            <label
              key={share}
              className={cn(
                "relative flex cursor-pointer flex-col gap-0.5 border-line px-3 py-2.5 text-note text-ink-2 has-checked:bg-brand-tint has-focus-visible:bg-press md:not-first:border-l",
                isFixed && "cursor-not-allowed",
              )}
            >
              <input
                type="radio"
                name="holdout"
                className="sr-only"
                checked={input.holdoutShare === share}
                onChange={() => onChange(share)}
              />
              <span className="text-ui font-strong text-ink">
                {formatShare(share)}{" "}
                {share === 0.1 ? <span className="font-regular text-ink-2">default</span> : null}
              </span>
              {option === undefined || option.heldCount === 0 ? null : (
                <>
                  <span>{formatCount(option.heldCount)} held out</span>
                  {preview?.keptRate == null ? null : (
                    <span>
                      {option.smallestEffect === null
                        ? "shows nothing"
                        : `sees ${points(option.smallestEffect)}`}
                    </span>
                  )}
                </>
              )}
            </label>
          );
        })}
      </fieldset>
      {preview === undefined || chosen === undefined ? null : (
        <p className="m-0 text-ui text-ink-2">
          <strong className="font-strong text-ink">
            {total === 0
              ? "Nobody enters at the start, and how many come later is not known. "
              : preview.keptRate === null
                ? null
                : chosen.smallestEffect === null
                  ? "This audience is too small to show any effect. "
                  : `Can see a difference of ${points(chosen.smallestEffect)} or more, read on ${formatShortDate(chosen.readsAt)}. `}
          </strong>
          {preview.keptRate === null
            ? preview.keptRateMissing === "undated"
              ? "The scores were learned without dates and say nothing of when: what each size can show is not known."
              : "Nobody of this audience has a score yet: what each size can show is said once they have."
            : `About ${Math.round(100 * (1 - preview.keptRate))} in 100 of these customers leave within ${input.measuredDays} days, by their scores.`}
        </p>
      )}
      {preview?.suggestedShare == null || preview.suggestedShare === input.holdoutShare ? null : (
        <p className="m-0 rounded-inset bg-sunken px-3.5 py-3 text-note text-ink-2">
          For this audience we suggest {formatShare(preview.suggestedShare)}: the smallest that sees 4 points,
          or what comes nearest. Whoever is held out is not helped meanwhile; the more they are, the sooner
          you know.
        </p>
      )}
    </>
  );
}

const points = (share: number) => `${(100 * share).toFixed(1)} points`;
