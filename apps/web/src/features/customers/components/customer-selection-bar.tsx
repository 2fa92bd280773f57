import type { CriteriaNode, CustomerSelection } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Download, Megaphone, ScanSearch, Tag, UserRound } from "lucide-react";
import { useState } from "react";
import type { ComponentProps } from "react";
import { useNavigate } from "react-router";
import { SelectionBar } from "@/components/list/selection-bar.tsx";
import { Button } from "@/components/ui/button.tsx";
import type { RowSelection } from "@/hooks/use-row-selection.ts";
import { Authorize, usePolicy } from "@/lib/auth/index.ts";
import { formatMoney } from "@/lib/format/index.ts";
import { customerQueries } from "../api/customer-queries.ts";
import { AssignManyDialog, TagManyDialog } from "./bulk-action-dialogs.tsx";

interface CustomerSelectionBarProps {
  rows: RowSelection;
  /** The chosen rows as the API takes them; null where none is. */
  selection: CustomerSelection | null;
  totalCount: number;
  onExport: (selection: CustomerSelection) => void;
}

/** Count and worth of the chosen customers, and what can be done with them. */
export function CustomerSelectionBar({ rows, selection, totalCount, onExport }: CustomerSelectionBarProps) {
  const navigate = useNavigate();
  const [asked, ask] = useState<"tag" | "assign" | "campaign" | null>(null);
  const summary = useQuery({
    ...customerQueries.selectionSummary(selection ?? { customerIds: [] }),
    enabled: selection !== null,
  });
  const mayTag = usePolicy("customers:write");
  const maySegment = usePolicy("segments:write");
  const rule = selection === null ? null : ruleOf(selection);
  const Asked = { tag: TagManyDialog, assign: AssignManyDialog, campaign: CampaignDialog };
  const Dialog = asked === null ? null : Asked[asked];
  return (
    <>
      <SelectionBar
        selection={rows}
        totalCount={totalCount}
        detail={
          summary.data
            ? `${formatMoney(summary.data.lifetimeValue, summary.data.currency)} lifetime value`
            : undefined
        }
        actions={
          selection === null ? null : (
            <>
              <Authorize policy="analytics:run">
                <Button
                  size="sm"
                  variant="inverse"
                  icon={<ScanSearch />}
                  onClick={() =>
                    void navigate("/app/analytics/run-churn-analysis", {
                      state: { selection, count: rows.count },
                    })
                  }
                >
                  Run churn analysis
                </Button>
              </Authorize>
              <Authorize policy="customers:write">
                <Button size="sm" variant="inverse" icon={<Tag />} onClick={() => ask("tag")}>
                  Tag
                </Button>
                <Button size="sm" variant="inverse" icon={<UserRound />} onClick={() => ask("assign")}>
                  Assign
                </Button>
              </Authorize>
              {rule !== null || (mayTag && maySegment) ? (
                <Authorize policy="campaigns:write">
                  <Button
                    size="sm"
                    variant="inverse"
                    icon={<Megaphone />}
                    onClick={() =>
                      rule === null
                        ? ask("campaign")
                        : void navigate(
                            `/app/campaigns/create?template=none&audience=${encodeURIComponent(JSON.stringify(rule))}`,
                          )
                    }
                  >
                    Start campaign
                  </Button>
                </Authorize>
              ) : null}
              <Button size="sm" variant="inverse" icon={<Download />} onClick={() => onExport(selection)}>
                Export
              </Button>
            </>
          )
        }
      />
      {Dialog === null || selection === null ? null : (
        <Dialog
          selection={selection}
          count={rows.count}
          onClose={() => ask(null)}
          onStarted={() => {
            ask(null);
            rows.clear();
          }}
        />
      )}
    </>
  );
}

const CampaignDialog = (props: Omit<ComponentProps<typeof TagManyDialog>, "purpose">) => (
  <TagManyDialog {...props} purpose="campaign" />
);

/** The rule by which customers are chosen; null where they were picked by hand, or by what was searched for. */
function ruleOf(selection: CustomerSelection): readonly CriteriaNode[] | null {
  if (!("filter" in selection) || selection.exceptIds?.length) return null;
  return (selection.filter.search ?? "") === "" ? (selection.filter.conditions ?? []) : null;
}
