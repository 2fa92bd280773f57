import type { Analysis } from "@forestay/contracts/wire";
import { Layers, Megaphone } from "lucide-react";
import { segmentPath } from "@/components/criteria/save-marks.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { scoredListState, shownAsRule } from "../hooks/scored-list.ts";

/** What is done with the customers an analysis shows. Both are by a rule: of whoever it chooses then, by the newest scores. */
export function ShownActions({ analysis }: { analysis: Analysis }) {
  const [{ level }] = useUrlState(scoredListState);
  const shown = shownAsRule(analysis, level);
  if (shown === null || analysis.customersAnalyzed === 0) return null;
  return (
    <>
      <Authorize policy="segments:write">
        <ButtonLink
          icon={<Layers />}
          title={shown.name}
          to={segmentPath({ label: shown.name, criteria: shown.criteria })}
        >
          Save as segment
        </ButtonLink>
      </Authorize>
      <Authorize policy="campaigns:write">
        <ButtonLink
          icon={<Megaphone />}
          title={shown.name}
          to={`/app/campaigns/create?template=none&audience=${encodeURIComponent(JSON.stringify(shown.criteria))}`}
        >
          Start campaign
        </ButtonLink>
      </Authorize>
    </>
  );
}
