import type { RecoverySort } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ListTable } from "@/components/list/list-table.tsx";
import { Select } from "@/components/ui/select.tsx";
import { formatCount } from "@/lib/format/index.ts";
import { recoveryQueries } from "../api/recovery-queries.ts";
import { CaseRow, casePath, queueColumns } from "./case-columns.tsx";

const sorts: readonly { value: RecoverySort; label: string }[] = [
  { value: "amount", label: "Most open first" },
  { value: "expected", label: "Most likely money first" },
  { value: "next", label: "Next step first" },
  { value: "failed", label: "Longest open first" },
  { value: "tried", label: "Tried last first" },
];

interface OpenCasesProps {
  currency: string | undefined;
  sort: RecoverySort;
  page: number;
  onChange: (patch: { sort?: RecoverySort; page?: number }) => void;
}

/** The queue of failed payments that are open, of every month. */
export function OpenCases({ currency, sort, page, onChange }: OpenCasesProps) {
  const list = useQuery(recoveryQueries.cases({ state: "open", currency, sort, page }));
  return (
    <section aria-labelledby="open-cases">
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3.5 md:px-5">
        <h2 id="open-cases" className="m-0 text-body font-strong tracking-[-0.008em] text-ink">
          Open cases{" "}
          <span className="font-regular text-ink-3 tabular">
            {list.data === undefined ? "" : formatCount(list.data.totalCount)}
          </span>
        </h2>
        <Select
          label="Sort"
          size="sm"
          options={sorts}
          value={sort}
          onChange={(next) => onChange({ sort: next, page: 1 })}
          className="w-auto min-w-44"
        />
      </div>
      <ListFrame
        query={list}
        noun="failed payments"
        failed="The open cases did not load"
        skeleton={<ListSkeleton rows={6} />}
        empty={
          <p className="m-0 border-t border-line px-4 py-6 text-ui text-ink-2 md:px-5">
            No failed payment is open.
          </p>
        }
        onPage={(next) => onChange({ page: next })}
        hidesSinglePage
      >
        {({ items }, isStale) => (
          <ListTable
            label="Open cases"
            columns={queueColumns}
            rows={items}
            idOf={({ id }) => id}
            pathOf={casePath}
            mobileRow={(one) => <CaseRow one={one} />}
            isStale={isStale}
          />
        )}
      </ListFrame>
    </section>
  );
}
