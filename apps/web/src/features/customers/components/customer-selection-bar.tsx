import type { CustomerSelection } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Download, ScanSearch } from "lucide-react";
import { useNavigate } from "react-router";
import { SelectionBar } from "@/components/list/selection-bar.tsx";
import { Button } from "@/components/ui/button.tsx";
import type { RowSelection } from "@/hooks/use-row-selection.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { formatMoney } from "@/lib/format/index.ts";
import { customerQueries } from "../api/customer-queries.ts";

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
  const summary = useQuery({
    ...customerQueries.selectionSummary(selection ?? { customerIds: [] }),
    enabled: selection !== null,
  });
  return (
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
            <Button size="sm" variant="inverse" icon={<Download />} onClick={() => onExport(selection)}>
              Export
            </Button>
          </>
        )
      }
    />
  );
}
