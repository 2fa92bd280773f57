import type { CustomerFacets } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Download, ScanSearch } from "lucide-react";
import { useNavigate } from "react-router";
import { BulkBar } from "@/components/ui/bulk-bar.tsx";
import { Button } from "@/components/ui/button.tsx";
import { NoResults } from "@/components/ui/empty-state.tsx";
import { ErrorState } from "@/components/ui/error-state.tsx";
import { Pagination } from "@/components/ui/pagination.tsx";
import { Loading } from "@/components/ui/skeleton.tsx";
import { TabPanel, Tabs } from "@/components/ui/tabs.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { formatCount, formatMoney } from "@/lib/format/index.ts";
import { customerQueries, useCustomerExport } from "../api/customer-queries.ts";
import { PAGE_SIZES, viewFilter } from "../hooks/customer-view.ts";
import type { CustomerView } from "../hooks/customer-view.ts";
import { presetOf, presetViews } from "../hooks/preset-views.ts";
import { useCustomerSelection } from "../hooks/use-customer-selection.ts";
import { useCustomerView } from "../hooks/use-customer-view.ts";
import { useTablePreferences } from "../hooks/use-table-preferences.ts";
import { ColumnChooser } from "./column-chooser.tsx";
import { CustomerTable } from "./customer-table.tsx";
import { CustomersSkeleton } from "./customers-skeleton.tsx";
import { FilterBar } from "./filter-bar.tsx";

interface CustomerListProps {
  facets: CustomerFacets | undefined;
  currency: string;
}

/** View tabs, filters, table, pages, and what can be done with the chosen rows. */
export function CustomerList({ facets, currency }: CustomerListProps) {
  const { view, change } = useCustomerView();
  const [preferences, setPreferences] = useTablePreferences();
  const list = useQuery(customerQueries.list(listQuery(view)));
  const filter = viewFilter(view);
  const totalCount = list.data?.totalCount ?? 0;
  const selection = useCustomerSelection(filter, totalCount);
  const exporting = useCustomerExport();
  const preset = presetOf(view.conditions);
  const tabs = [
    ...presetViews.map(({ id, label, count }) => ({ value: id, label, count: facets && count(facets) })),
    ...(preset === "custom" ? [{ value: "custom", label: "Filtered", count: list.data?.totalCount }] : []),
  ];
  const runExport = (chosen: Parameters<typeof exporting.mutate>[0]["selection"]) =>
    exporting.mutate(
      { selection: chosen },
      { onError: (error) => toast.error("The export could not start", error.message) },
    );

  return (
    <Tabs
      label="Views"
      items={tabs}
      value={preset}
      onChange={(id) =>
        change({ conditions: presetViews.find((one) => one.id === id)?.conditions ?? view.conditions })
      }
    >
      <TabPanel value={preset} tabIndex={-1}>
        <FilterBar
          view={view}
          change={change}
          facets={facets}
          currency={currency}
          actions={
            <>
              <span className="max-md:hidden">
                <ColumnChooser preferences={preferences} onChange={setPreferences} />
              </span>
              <Button
                size="sm"
                icon={<Download />}
                pending={exporting.isPending}
                disabled={totalCount === 0}
                onClick={() => runExport({ filter, exceptIds: [] })}
              >
                Export
              </Button>
            </>
          }
        />
        {list.isError ? (
          <ErrorState
            title="Customers did not load"
            message={list.error.message}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        ) : (
          <Loading loading={list.isPending} label="Loading customers" skeleton={<CustomersSkeleton />}>
            {list.data === undefined ? null : list.data.items.length === 0 ? (
              <NoMatch view={view} change={change} />
            ) : (
              <>
                <CustomerTable
                  customers={list.data.items}
                  view={view}
                  onSort={change}
                  selection={selection}
                  preferences={preferences}
                  busy={list.isPlaceholderData}
                />
                <Pagination
                  page={list.data.page}
                  pageSize={list.data.pageSize}
                  totalCount={totalCount}
                  totalIsEstimate={list.data.totalCountIsEstimate}
                  onPage={(page) => change({ page })}
                  pageSizes={PAGE_SIZES}
                  onPageSize={(pageSize) => change({ pageSize })}
                />
              </>
            )}
          </Loading>
        )}
        <SelectionBar selection={selection} totalCount={totalCount} onExport={runExport} />
      </TabPanel>
    </Tabs>
  );
}

function listQuery(view: CustomerView) {
  return {
    page: view.page,
    pageSize: view.pageSize,
    sort: view.sort,
    direction: view.direction,
    search: view.search === "" ? undefined : view.search,
    conditions: view.conditions.length === 0 ? undefined : JSON.stringify(view.conditions),
  };
}

function NoMatch({ view, change }: { view: CustomerView; change: (patch: Partial<CustomerView>) => void }) {
  const filters = view.conditions.length + (view.search === "" ? 0 : 1);
  if (filters === 0) {
    return (
      <NoResults
        title="This page is past the end"
        action={<Button onClick={() => change({ page: 1 })}>First page</Button>}
      />
    );
  }
  return (
    <NoResults
      title={filters === 1 ? "No customers match this filter" : `No customers match ${filters} filters`}
      action={<Button onClick={() => change({ conditions: [], search: "" })}>Clear filters</Button>}
    >
      Remove one to see more.
    </NoResults>
  );
}

interface SelectionBarProps {
  selection: ReturnType<typeof useCustomerSelection>;
  totalCount: number;
  onExport: (chosen: NonNullable<ReturnType<typeof useCustomerSelection>["selection"]>) => void;
}

/** Count and worth of the chosen customers, and what can be done with them. */
function SelectionBar({ selection, totalCount, onExport }: SelectionBarProps) {
  const navigate = useNavigate();
  const chosen = selection.selection;
  const summary = useQuery({
    ...customerQueries.selectionSummary(chosen ?? { customerIds: [] }),
    enabled: chosen !== null,
  });
  return (
    <BulkBar
      count={selection.count}
      detail={
        summary.data
          ? `${formatMoney(summary.data.lifetimeValue, summary.data.currency)} lifetime value`
          : undefined
      }
      onClear={selection.clear}
      actions={
        chosen === null ? null : (
          <>
            {!selection.allMatching && totalCount > selection.count ? (
              <Button size="sm" variant="inverse" onClick={selection.selectAllMatching}>
                Select all {formatCount(totalCount)}
              </Button>
            ) : null}
            <Authorize policy="analytics:run">
              <Button
                size="sm"
                variant="inverse"
                icon={<ScanSearch />}
                onClick={() =>
                  void navigate("/app/analytics/run-churn-analysis", {
                    state: { selection: chosen, count: selection.count },
                  })
                }
              >
                Run churn analysis
              </Button>
            </Authorize>
            <Button size="sm" variant="inverse" icon={<Download />} onClick={() => onExport(chosen)}>
              Export
            </Button>
          </>
        )
      }
    />
  );
}
