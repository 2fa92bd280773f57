import type { ReactNode } from "react";
import { BulkBar } from "@/components/ui/bulk-bar.tsx";
import { Button } from "@/components/ui/button.tsx";
import type { RowSelection } from "@/hooks/use-row-selection.ts";
import { formatCount } from "@/lib/format/index.ts";

interface SelectionBarProps {
  selection: RowSelection;
  /** Rows that the list's filter matches. */
  totalCount: number;
  /** Beside the count: '$159,855 lifetime value'. */
  detail?: ReactNode;
  /** What can be done with the chosen rows: buttons of variant 'inverse'. */
  actions: ReactNode;
}

/** How many rows are chosen, the way to choose all that match, and what can be done with them. */
export function SelectionBar({ selection, totalCount, detail, actions }: SelectionBarProps) {
  return (
    <BulkBar
      count={selection.count}
      detail={detail}
      onClear={selection.clear}
      actions={
        <>
          {!selection.allMatching && totalCount > selection.count ? (
            <Button size="sm" variant="inverse" onClick={selection.selectAllMatching}>
              Select all {formatCount(totalCount)}
            </Button>
          ) : null}
          {actions}
        </>
      }
    />
  );
}
