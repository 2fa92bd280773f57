import { waitingListStatuses } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ListToolbar } from "@/components/list/list-toolbar.tsx";
import { SearchField } from "@/components/list/search-field.tsx";
import { StaffOnly } from "@/components/staff-only.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { EmptyState, NoResults } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { formatCounted } from "@/lib/format/index.ts";
import { saveText } from "@/lib/save-text.ts";
import { choice, defineUrlState, pageNumber, text } from "@/lib/url-state/index.ts";
import { useExportWaitingList, waitingListQueries } from "./api/waiting-list-queries.ts";
import { WaitingListTable } from "./components/waiting-list-table.tsx";

const pageSize = 25;
const anyStatus = "any";
const statusOptions = [
  { value: anyStatus, label: "Any status" },
  ...waitingListStatuses.map((status) => ({ value: status, label: status })),
];

const waitingListState = defineUrlState({
  search: text(),
  status: choice(waitingListStatuses),
  page: pageNumber(),
});

/** /app/admin/waiting-list: who asked to be let in; search, status and page stand in the URL. */
export function WaitingListPage() {
  return (
    <StaffOnly title="Waiting List">
      <WaitingList />
    </StaffOnly>
  );
}

function WaitingList() {
  const [view, change] = useUrlState(waitingListState);
  const { search, status, page } = view;
  const filter = { ...(status === undefined ? {} : { status }), ...(search === "" ? {} : { search }) };
  const list = useQuery(waitingListQueries.list({ page, pageSize, ...filter }));
  const exporting = useExportWaitingList();
  const isFiltered = search !== "" || status !== undefined;

  const takeAway = () =>
    exporting.mutate(filter, {
      onSuccess: ({ csv, rows }) => {
        saveText("waiting-list.csv", csv);
        toast.success("Exported", formatCounted(rows, "person", "people"));
      },
      onError: (error) => toast.error("Not exported", error.message),
    });

  return (
    <>
      <PageHeader
        title="Waiting List"
        subtitle={
          list.data === undefined
            ? undefined
            : formatCounted(
                list.data.totalCount,
                isFiltered ? "match" : "person",
                isFiltered ? "matches" : "people",
              )
        }
        actions={
          <>
            <ButtonLink to="/app/admin/waiting-list/demos">Demo bookings</ButtonLink>
            <Button
              icon={<Download />}
              pending={exporting.isPending}
              pendingLabel="Exporting..."
              disabled={list.data?.totalCount === 0}
              onClick={takeAway}
            >
              Export CSV
            </Button>
          </>
        }
      />
      <Sheet>
        <ListToolbar>
          <SearchField
            label="Search the waiting list by name, e-mail or company"
            placeholder="Name, e-mail or company"
            value={search}
            onSearch={(text) => change({ search: text })}
            className="md:w-72"
          />
          <Select
            label="Status"
            size="sm"
            className="w-40"
            options={statusOptions}
            value={status ?? anyStatus}
            onChange={(value) => change({ status: waitingListStatuses.find((one) => one === value) })}
          />
        </ListToolbar>
        <ListFrame
          query={list}
          noun="people"
          failed="The waiting list did not load"
          skeleton={<ListSkeleton rows={8} rowClassName="md:h-13" />}
          empty={
            isFiltered ? (
              <NoResults
                title="Nobody matches"
                action={
                  <Button onClick={() => change({ search: "", status: undefined })}>Show everybody</Button>
                }
              />
            ) : (
              <EmptyState title="Nobody is waiting">
                Visitors of the public pages who ask for a place appear here, and are invited from here.
              </EmptyState>
            )
          }
          onPage={(next) => change({ page: next })}
        >
          {({ items, mailLeaves }, isStale) => (
            <WaitingListTable entries={items} mailLeaves={mailLeaves} isStale={isStale} />
          )}
        </ListFrame>
      </Sheet>
    </>
  );
}
