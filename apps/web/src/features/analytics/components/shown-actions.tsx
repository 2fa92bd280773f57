import type { Analysis } from "@forestay/contracts/wire";
import { Layers, Megaphone } from "lucide-react";
import { segmentPath } from "@/components/criteria/save-marks.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { useIsMobile } from "@/hooks/use-media-query.ts";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { tabsOf, useAnalysisTab } from "../hooks/analysis-tabs.ts";
import { scoredListState, shownAsRule } from "../hooks/scored-list.ts";

/** What is done with the customers an analysis shows. Both are by a rule: of whoever it chooses then, by the newest scores. */
export function ShownActions({ analysis }: { analysis: Analysis }) {
  const [{ level }] = useUrlState(scoredListState);
  const tab = useAnalysisTab(tabsOf(analysis)).value;
  const isMobile = useIsMobile();
  // Only where its list is in sight does what it is narrowed to count.
  const isListShown = tab === "customers" || (tab === "overview" && !isMobile);
  const shown = shownAsRule(analysis, isListShown ? level : undefined);
  if (shown === null || analysis.customersAnalyzed === 0) return null;
  return (
    <>
      <Authorize policy="segments:write">
        <ButtonLink
          icon={<Layers />}
          title={`${shown.name}; who has left since is not among them`}
          to={segmentPath({ label: shown.name, criteria: shown.criteria })}
        >
          Save as segment
        </ButtonLink>
      </Authorize>
      <Authorize policy="campaigns:write">
        <ButtonLink
          icon={<Megaphone />}
          title={`${shown.name}; who has left since is not among them`}
          to={`/app/campaigns/create?template=none&audience=${encodeURIComponent(JSON.stringify(shown.criteria))}`}
        >
          Start campaign
        </ButtonLink>
      </Authorize>
    </>
  );
}
