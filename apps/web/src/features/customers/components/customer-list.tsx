import type { CustomerFacets, CustomerSummary, CustomerView } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { ChevronDown, Download } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { BrokenLines } from "@/components/criteria/broken-lines.tsx";
import { ColumnChooser } from "@/components/list/column-chooser.tsx";
import { shownColumns } from "@/components/list/list-column.ts";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ListTable } from "@/components/list/list-table.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu.tsx";
import { NoResults } from "@/components/ui/empty-state.tsx";
import { TabPanel, Tabs } from "@/components/ui/tabs.tsx";
import { keepingsQuery } from "@/components/work/keepings-query.ts";
import { toast } from "@/components/ui/toast-store.ts";
import { useRowSelection } from "@/hooks/use-row-selection.ts";
import { useTablePreferences } from "@/hooks/use-table-preferences.ts";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { customerQueries, useCustomerExport } from "../api/customer-queries.ts";
import { viewsQuery } from "../api/view-queries.ts";
import { PAGE_SIZES, customerListState, filterOf, selectionOf } from "../hooks/customer-list-state.ts";
import type { CustomerListState } from "../hooks/customer-list-state.ts";
import { withoutLines } from "../hooks/broken-views.ts";
import { LEFT_VIEW, presetOf, presetViews, savedViewOf } from "../hooks/preset-views.ts";
import { NoCustomers } from "../no-customers.tsx";
import { BulkProgress } from "./bulk-progress.tsx";
import { columnsWithoutWhen, customerColumns, leaverColumnIds } from "./customer-columns.tsx";
import { CustomerRow } from "./customer-row.tsx";
import { CustomerSelectionBar } from "./customer-selection-bar.tsx";
import { Keepings } from "./kept-cells.tsx";
import { ViewActions } from "./saved-view-actions.tsx";
import { FilterBar } from "./filter-bar.tsx";

interface CustomerListProps {
  facets: UseQueryResult<CustomerFacets>;
  currency: string;
  onImport: () => void;
}

/** View tabs, filters, table, pages, and what can be done with the chosen rows. */
export function CustomerList({ facets, currency, onImport }: CustomerListProps) {
  const [view, change] = useUrlState(customerListState);
  const [preferences, setPreferences] = useTablePreferences("forestay-customer-columns");
  const list = useQuery(customerQueries.list(listQuery(view)));
  const filter = filterOf(view);
  const totalCount = list.data?.totalCount ?? 0;
  const rows = useRowSelection(filter, totalCount);
  const exporting = useCustomerExport();
  const known = useQuery(viewsQuery()).data?.items;
  const views = known ?? [];
  const askedFor = known?.find(({ id }) => id === view.view);
  const isAsked = view.view !== "" && known !== undefined;
  useEffect(() => {
    if (isAsked)
      change({ ...(askedFor === undefined ? {} : shownBy(askedFor)), view: "" }, { replace: true });
  }, [isAsked, askedFor, change]);
  const saved = savedViewOf(views, view);
  const me = useCurrentUser();
  const [presets] = useState(() => presetViews(me.id, new Date()));
  const preset = saved === undefined ? presetOf(presets, view.filters) : saved.id;
  const counted = facets.data;
  const columns = counted?.saysWhen ? customerColumns : columnsWithoutWhen;
  const chosen = preferences.columns ?? (preset === LEFT_VIEW ? leaverColumnIds : null);
  const shown = useMemo(() => shownColumns(columns, chosen), [columns, chosen]);
  const tabs = [
    ...presets
      .filter(({ id, inMenu }) => inMenu !== true || id === preset)
      .map(({ id, label, count }) => ({ value: id, label, count: counted && count(counted) })),
    ...views.map(({ id, name, brokenLines }) => ({
      value: id,
      label: name,
      warning: brokenLines.length === 0 ? undefined : "Some of its filters do not work any more",
      count: id === preset ? list.data?.totalCount : undefined,
    })),
    ...(preset === "custom" ? [{ value: "custom", label: "Filtered", count: list.data?.totalCount }] : []),
  ];
  const runExport = (selection: Parameters<typeof exporting.mutate>[0]["selection"]) =>
    exporting.mutate(
      { selection },
      { onError: (error) => toast.error("The export could not start", error.message) },
    );

  const open = (id: string) => {
    const chosen = views.find((one) => one.id === id);
    const ready = presets.find((one) => one.id === id);
    if (chosen !== undefined) change(shownBy(chosen));
    else
      change({
        filters: ready?.conditions ?? view.filters,
        ...(ready?.sort === undefined ? {} : { sort: ready.sort, direction: "desc" }),
      });
  };

  return (
    <Tabs
      label="Views"
      items={tabs}
      value={preset}
      onChange={open}
      action={
        <DropdownMenu
          trigger={
            <Button size="sm" variant="ghost" icon={<ChevronDown />} className="flex-row-reverse">
              More views
            </Button>
          }
        >
          {presets
            .filter(({ inMenu }) => inMenu)
            .map(({ id, label }) => (
              <MenuItem key={id} onSelect={() => open(id)}>
                {label}
              </MenuItem>
            ))}
        </DropdownMenu>
      }
    >
      <TabPanel value={preset} tabIndex={-1}>
        <FilterBar
          view={view}
          change={change}
          facets={facets.data}
          currency={currency}
          refused={list.error}
          viewActions={
            <ViewActions
              views={views}
              saved={saved}
              view={view}
              isOther={preset === "custom"}
              currency={currency}
              onRemoved={() => change({ filters: [], search: "" })}
            />
          }
          actions={
            <>
              <span className="max-md:hidden">
                <ColumnChooser columns={columns} preferences={preferences} onChange={setPreferences} />
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
        <BulkProgress />
        {/* Without them the list is whole, but for its counts and the plans to filter by. */}
        {list.data === undefined ? null : (
          <QueryView
            query={facets}
            loading="Counting customers"
            failed="Counts and plans did not load"
            skeleton={null}
          >
            {() => null}
          </QueryView>
        )}
        {saved === undefined || saved.brokenLines.length === 0 ? null : (
          <BrokenLines lines={saved.brokenLines} of="this view" className="m-4 md:mx-5">
            <Button size="sm" onClick={() => change({ filters: withoutLines(saved) })}>
              Show it without {saved.brokenLines.length === 1 ? "this line" : "these lines"}
            </Button>
            <span>Or change it above. The view stays as it is until you update it.</span>
          </BrokenLines>
        )}
        {/* What the server refuses for a line that is told above is not told twice. */}
        {saved !== undefined && saved.brokenLines.length > 0 && list.isError ? null : (
          <ListFrame
            query={list}
            noun="customers"
            failed="Customers did not load"
            skeleton={<ListSkeleton rows={10} hasAvatar />}
            empty={<NoCustomers onImport={onImport} />}
            noMatch={noMatch(view, change)}
            onPage={(page) => change({ page })}
            pageSizes={PAGE_SIZES}
            onPageSize={(pageSize) => change({ pageSize })}
          >
            {({ items }, isStale) => (
              <Kept rows={items}>
                <ListTable
                  label="Customers"
                  columns={shown}
                  rows={items}
                  idOf={({ id }) => id}
                  pathOf={({ id }) => `/app/customers/${id}`}
                  nameOf={({ fullName }) => fullName}
                  mobileRow={narrowRow}
                  sorted={view}
                  onSort={change}
                  selection={rows}
                  density={preferences.density}
                  isStale={isStale}
                />
              </Kept>
            )}
          </ListFrame>
        )}
        <CustomerSelectionBar
          rows={rows}
          selection={selectionOf(rows, filter)}
          totalCount={totalCount}
          onExport={runExport}
        />
      </TabPanel>
    </Tabs>
  );
}

const narrowRow = (customer: CustomerSummary) => <CustomerRow customer={customer} />;

/** The rows with what people keep of them beside. */
function Kept({ rows, children }: { rows: readonly CustomerSummary[]; children: ReactNode }) {
  const { data } = useQuery(keepingsQuery(rows.map(({ id }) => id)));
  return <Keepings value={data ?? nothingKept}>{children}</Keepings>;
}
const nothingKept = new Map<string, never>();

/** What the list shows in a saved view. */
const shownBy = ({ search, conditions: filters, sort, direction }: CustomerView) => ({
  search,
  filters,
  sort,
  direction,
});

function listQuery(view: CustomerListState) {
  return {
    page: view.page,
    pageSize: view.pageSize,
    sort: view.sort,
    direction: view.direction,
    search: view.search === "" ? undefined : view.search,
    conditions: view.filters.length === 0 ? undefined : JSON.stringify(view.filters),
  };
}

/** What to say where the filters in force leave nobody; nothing where there are none. */
function noMatch(view: CustomerListState, change: (patch: Partial<CustomerListState>) => void) {
  const filters = view.filters.length + (view.search === "" ? 0 : 1);
  if (filters === 0) return undefined;
  return (
    <NoResults
      title={filters === 1 ? "No customers match this filter" : `No customers match ${filters} filters`}
      action={<Button onClick={() => change({ filters: [], search: "" })}>Clear filters</Button>}
    >
      Remove one to see more.
    </NoResults>
  );
}
