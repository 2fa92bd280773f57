import type { Campaign, CampaignInput, CampaignPreview, CriterionField } from "@forestay/contracts/wire";
import type { ReactNode } from "react";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { formatCount } from "@/lib/format/index.ts";
import { Conditions } from "./conditions.tsx";

interface AudiencePartProps {
  input: CampaignInput;
  /** As it is kept; none of a new one. */
  kept: Campaign | undefined;
  fields: readonly CriterionField[];
  currency: string;
  preview: CampaignPreview | undefined;
  onChange: (part: Partial<CampaignInput>) => void;
}

/** Who may be in it, who is left out and why, and what ends it early. */
export function AudiencePart({ input, kept, fields, currency, preview, onChange }: AudiencePartProps) {
  const keptOf = (root: "audience" | "exclusions" | "exitCriteria") =>
    kept && { conditions: kept.input[root], brokenLines: kept.brokenLines, root };
  return (
    <>
      <Labelled label="Only customers who">
        <Conditions
          label="Only customers who"
          fields={fields}
          currency={currency}
          conditions={input.audience}
          kept={keptOf("audience")}
          onChange={(audience) => onChange({ audience })}
        />
      </Labelled>
      <Labelled label="Leave out customers who">
        <Conditions
          label="Leave out customers who"
          fields={fields}
          currency={currency}
          conditions={input.exclusions}
          kept={keptOf("exclusions")}
          onChange={(exclusions) => onChange({ exclusions })}
        />
        <Checkbox
          label="Leave out whoever is in another campaign"
          checked={input.leavesOutOthers}
          onChange={(leavesOutOthers) => onChange({ leavesOutOthers })}
        />
        <Checkbox
          label="Leave out whom contact would drive away, as far as finished campaigns tell"
          checked={input.leavesOutHarmed}
          onChange={(leavesOutHarmed) => onChange({ leavesOutHarmed })}
        />
      </Labelled>
      <Labelled label="Ends for a customer, as the goal, when they">
        <Conditions
          label="The goal"
          fields={fields}
          currency={currency}
          conditions={input.exitCriteria}
          kept={keptOf("exitCriteria")}
          onChange={(exitCriteria) => onChange({ exitCriteria })}
        />
      </Labelled>
      {preview === undefined ? null : (
        <dl className="m-0 max-w-112 text-ui">
          {preview.leftOut.map(({ reason, count }) => (
            <div key={reason} className="flex justify-between gap-4 border-b border-line py-1.5 text-ink-2">
              <dt>{reason}</dt>
              <dd className="m-0 tabular-nums">{count === 0 ? "0" : `−${formatCount(count)}`}</dd>
            </div>
          ))}
          <div className="flex justify-between gap-4 py-1.5 font-strong text-ink">
            <dt>Enter at the start</dt>
            <dd className="m-0 tabular-nums">{formatCount(preview.entersAtStart)}</dd>
          </div>
        </dl>
      )}
    </>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="m-0 text-note font-emphasis text-ink">{label}</p>
      {children}
    </div>
  );
}
