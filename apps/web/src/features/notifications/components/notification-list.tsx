import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/ui/error-state.tsx";
import { EmptyState, NoResults } from "@/components/ui/empty-state.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Pagination } from "@/components/ui/pagination.tsx";
import { Loading, Skeleton } from "@/components/ui/skeleton.tsx";
import { cn } from "@/lib/style/cn.ts";
import { notificationQueries, useMarkRead } from "../api/notification-queries.ts";
import { canBeMuted, preferencesQuery, useMuteKind } from "../api/preference-queries.ts";
import { groupByDay } from "../hooks/day-groups.ts";
import type { NotificationView } from "../hooks/notification-view.ts";
import { NotificationRow } from "./notification-row.tsx";

/** Twice the panel's: a full page of it. */
const pageSize = 20;

interface NotificationListProps {
  view: NotificationView;
  onChange: (patch: Partial<NotificationView>) => void;
}

/** One page of notifications, grouped by day. */
export function NotificationList({ view, onChange }: NotificationListProps) {
  const { page, unreadOnly, category } = view;
  const list = useQuery(notificationQueries.list({ page, pageSize, unreadOnly, category }));
  const preferences = useQuery(preferencesQuery);
  const markRead = useMarkRead();
  const mute = useMuteKind();
  if (list.isError && list.data === undefined) {
    return (
      <ErrorState
        title="Failed to load notifications"
        message={list.error.message}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  return (
    <Loading loading={list.isPending} label="Loading notifications..." skeleton={<ListSkeleton />}>
      {content()}
    </Loading>
  );

  function content() {
    if (list.data === undefined) return null;
    const { notifications, totalCount } = list.data;
    if (notifications.length === 0) {
      if (page > 1 && totalCount > 0) {
        return (
          <NoResults
            title="This page is empty"
            action={<Button onClick={() => onChange({ page: 1 })}>First page</Button>}
          >
            There are fewer notifications than when the link was made.
          </NoResults>
        );
      }
      if (unreadOnly || category !== undefined) {
        return (
          <NoResults
            title={unreadOnly ? "No unread notifications" : `No notifications about ${category}`}
            action={
              <Button onClick={() => onChange({ unreadOnly: false, category: undefined })}>Show all</Button>
            }
          >
            {unreadOnly ? "You're all caught up!" : undefined}
          </NoResults>
        );
      }
      return (
        <EmptyState title="No notifications">
          Finished imports, churn analyses and customers whose risk rises show up here.
        </EmptyState>
      );
    }
    return (
      <div
        aria-busy={list.isPlaceholderData || undefined}
        className={cn("transition-opacity duration-120", list.isPlaceholderData && "opacity-60")}
      >
        {groupByDay(notifications, new Date()).map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h2 className="m-0 border-b border-line bg-sunken px-4 py-1.5 text-small font-label text-ink-2 md:px-5">
              {group.title}
            </h2>
            <ul className="m-0 list-none divide-y divide-line border-b border-line p-0">
              {group.items.map((notification) => (
                <NotificationRow
                  key={notification.id}
                  notification={notification}
                  onMarkRead={() => markRead(notification)}
                  muted={mutedState(notification.kind)}
                  onMute={(muted) => mute.mutate({ kind: notification.kind, muted })}
                />
              ))}
            </ul>
          </section>
        ))}
        <div className="-mt-px">
          <Pagination
            page={page}
            pageSize={pageSize}
            totalCount={totalCount}
            onPage={(next) => onChange({ page: next })}
          />
        </div>
      </div>
    );
  }

  function mutedState(kind: string): boolean | undefined {
    if (!canBeMuted(kind)) return undefined;
    const known = preferences.data?.kinds.find((one) => one.kind === kind);
    return known === undefined ? undefined : !known.inApp;
  }
}

function ListSkeleton() {
  return (
    <div>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="flex gap-3 border-b border-line px-5 py-3">
          <Skeleton className="size-8 rounded-control" />
          <div className="flex flex-1 flex-col gap-2 pt-1">
            <Skeleton className="w-48" />
            <Skeleton className="w-full max-w-120" />
            <Skeleton className="w-32" />
          </div>
        </div>
      ))}
    </div>
  );
}
