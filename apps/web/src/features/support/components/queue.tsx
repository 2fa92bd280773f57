import { chatContextName } from "@forestay/contracts/wire";
import type { StaffSession } from "@forestay/contracts/wire";
import type { UseQueryResult } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { SearchField } from "@/components/list/search-field.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { SupportStatusTag } from "@/components/support/status-tag.tsx";
import { Button } from "@/components/ui/button.tsx";
import { NoResults } from "@/components/ui/empty-state.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { formatRelativeInline } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";
import type { QueueFilter, StaffQueue } from "../api/staff-queries.ts";
import { waitWords } from "../hooks/wait-words.ts";

interface QueueProps {
  query: UseQueryResult<StaffQueue>;
  filter: QueueFilter;
  search: string;
  page: number;
  chosen: string | undefined;
  now: number;
  onFilter: (filter: QueueFilter) => void;
  onSearch: (search: string) => void;
  onPage: (page: number) => void;
  onChoose: (id: string) => void;
}

/** Who waits, whom the assistant answers and whom a person does: whoever waits longest first. */
export function Queue({ query, filter, search, page, chosen, now, ...on }: QueueProps) {
  const counts = query.data?.counts;
  const options = [
    { value: "all", label: `All ${counts === undefined ? "" : counts.open + counts.timedOut}`.trim() },
    { value: "waiting", label: `Waiting ${counts?.waiting ?? ""}`.trim() },
    { value: "ai", label: `AI ${counts?.ai ?? ""}`.trim() },
    { value: "admin", label: `Admin ${counts?.admin ?? ""}`.trim() },
  ] as const;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-col gap-2.5 border-b border-line px-4 py-3">
        <SegmentedControl<QueueFilter>
          label="Sessions"
          options={options}
          value={filter}
          onChange={on.onFilter}
          className="flex *:flex-auto *:px-1 *:whitespace-nowrap"
        />
        <SearchField
          label="Search sessions"
          placeholder="Name, address or topic"
          value={search}
          onSearch={on.onSearch}
          className="md:w-full"
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <QueryView
          query={query}
          loading="Loading sessions"
          failed="The sessions did not load"
          skeleton={<QueueSkeleton />}
          isEmpty={({ items }) => items.length === 0}
          empty={
            search === "" && filter === "all" ? (
              <NoResults title="Nobody waits">People who ask for support appear here at once.</NoResults>
            ) : (
              <NoResults title="No sessions here" />
            )
          }
        >
          {({ items, totalPages }) => (
            <>
              <ul className="m-0 list-none p-0">
                {items.map((session) => (
                  <li key={session.id} className="border-b border-line">
                    <Row
                      session={session}
                      isChosen={session.id === chosen}
                      now={now}
                      onChoose={() => on.onChoose(session.id)}
                    />
                  </li>
                ))}
              </ul>
              {totalPages > 1 ? (
                <div className="flex items-center justify-between gap-2 px-4 py-3 text-note text-ink-2">
                  <Button size="sm" disabled={page <= 1} onClick={() => on.onPage(page - 1)}>
                    Earlier
                  </Button>
                  Page {page} of {totalPages}
                  <Button size="sm" disabled={page >= totalPages} onClick={() => on.onPage(page + 1)}>
                    Later
                  </Button>
                </div>
              ) : null}
            </>
          )}
        </QueryView>
      </div>
      <div className="flex items-center gap-1.5 border-t border-line px-3 py-2 text-note text-ink-2">
        <IconButton label="Refresh the list" size="sm" onClick={() => void query.refetch()}>
          <RefreshCw className={cn(query.isFetching && "animate-spin")} />
        </IconButton>
        {query.dataUpdatedAt === 0
          ? "Not loaded yet"
          : `Updated ${formatRelativeInline(new Date(query.dataUpdatedAt).toISOString())}`}
      </div>
    </div>
  );
}

function Row({
  session,
  isChosen,
  now,
  onChoose,
}: {
  session: StaffSession;
  isChosen: boolean;
  now: number;
  onChoose: () => void;
}) {
  // As the queue is sorted: somebody who was handed back waits from then on.
  const since = session.status === "TimedOut" ? (session.closedAt ?? session.createdAt) : session.statusSince;
  return (
    <button
      type="button"
      aria-current={isChosen ? "true" : undefined}
      onClick={onChoose}
      className={cn(
        "flex w-full flex-col gap-1 border-l-3 border-transparent px-3.5 py-3 text-left -outline-offset-2 hover:bg-hover",
        isChosen && "border-brand bg-selected",
      )}
    >
      <span className="flex items-center gap-2">
        <span className="truncate text-ui font-strong text-ink">{session.userName}</span>
        {session.unreadCount === 0 ? null : (
          <span className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-brand px-1.25 text-micro font-strong text-on-brand">
            {session.unreadCount}
            <span className="sr-only"> unread</span>
          </span>
        )}
        <span className="ml-auto shrink-0 text-note text-ink-2">{waitWords(since, now)}</span>
      </span>
      <span className="truncate text-ui text-ink-2">{session.lastMessage}</span>
      <span className="flex min-w-0 items-center gap-2">
        <SupportStatusTag session={session} />
        <span className="truncate text-small text-ink-2">
          {session.topic === chatContextName(session.originalContext.type)
            ? session.topic
            : `${session.topic} · ${chatContextName(session.originalContext.type)}`}
        </span>
      </span>
    </button>
  );
}

function QueueSkeleton() {
  return (
    <div className="flex flex-col gap-5 p-4">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex flex-col gap-2">
          <Skeleton className="w-32" />
          <Skeleton className="w-full" />
          <Skeleton className="h-5 w-40" />
        </div>
      ))}
    </div>
  );
}
