import { useQuery } from "@tanstack/react-query";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { Button } from "@/components/ui/button.tsx";
import { EmptyState, NoResults } from "@/components/ui/empty-state.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { cn } from "@/lib/style/cn.ts";
import { notificationQueries, useMarkRead } from "../api/notification-queries.ts";
import type { NotificationList as Answer } from "../api/notification-queries.ts";
import { canBeMuted, preferencesQuery, useMuteKind } from "../api/preference-queries.ts";
import { groupByDay } from "../hooks/day-groups.ts";
import type { NotificationListState } from "../hooks/notification-list-state.ts";
import { NotificationRow } from "./notification-row.tsx";

/** Twice the panel's: a full page of it. */
const pageSize = 20;

interface NotificationListProps {
  view: NotificationListState;
  onChange: (patch: Partial<NotificationListState>) => void;
}

/** One page of notifications, grouped by day. */
export function NotificationList({ view, onChange }: NotificationListProps) {
  const { page, category } = view;
  const unreadOnly = view.view === "unread";
  const list = useQuery({
    ...notificationQueries.list({ page, pageSize, unreadOnly, category }),
    select: asPage,
  });
  const preferences = useQuery(preferencesQuery);
  const markRead = useMarkRead();
  const mute = useMuteKind();
  return (
    <ListFrame
      query={list}
      noun="notifications"
      failed="Failed to load notifications"
      skeleton={<NotificationsSkeleton />}
      empty={
        <EmptyState title="No notifications">
          Finished imports, churn analyses and customers whose risk rises show up here.
        </EmptyState>
      }
      noMatch={
        unreadOnly || category !== undefined ? (
          <NoResults
            title={unreadOnly ? "No unread notifications" : `No notifications about ${category}`}
            action={<Button onClick={() => onChange({ view: "all", category: undefined })}>Show all</Button>}
          >
            {unreadOnly ? "You're all caught up!" : undefined}
          </NoResults>
        ) : undefined
      }
      onPage={(next) => onChange({ page: next })}
    >
      {({ items }, isStale) => (
        // The last day's rule is the one above the pages.
        <div
          aria-busy={isStale || undefined}
          className={cn("-mb-px transition-opacity duration-120", isStale && "opacity-60")}
        >
          {asOfNow(items).map((group) => (
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
        </div>
      )}
    </ListFrame>
  );

  function mutedState(kind: string): boolean | undefined {
    if (!canBeMuted(kind)) return undefined;
    const known = preferences.data?.kinds.find((one) => one.kind === kind);
    return known === undefined ? undefined : !known.inApp;
  }
}

/** By the viewer's calendar, as it is when the list is drawn. */
function asOfNow(notifications: Answer["notifications"]) {
  return groupByDay(notifications, new Date());
}

function asPage({ notifications, ...page }: Answer) {
  return { ...page, items: notifications };
}

function NotificationsSkeleton() {
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
