import { useQuery } from "@tanstack/react-query";
import { Bell, RotateCw } from "lucide-react";
import { Link } from "react-router";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { formatCount } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";
import {
  newestNotifications,
  notificationQueries,
  useMarkAllRead,
  useMarkRead,
} from "../api/notification-queries.ts";
import { PanelLoading } from "./panel-loading.tsx";
import { PanelItem } from "./panel-item.tsx";

/** The bell's panel: the 10 most recent. Mounted only while it is open, which is when the list is fetched. */
export function NotificationPanel({ onLeave }: { onLeave: () => void }) {
  const list = useQuery(notificationQueries.list(newestNotifications));
  const unread = useQuery(notificationQueries.unreadCount());
  const markRead = useMarkRead();
  const markAllRead = useMarkAllRead();
  const unreadCount = unread.data ?? 0;
  return (
    <>
      {/* No header or footer elements: in a popover they would be landmarks of the page. */}
      <div className="flex h-12 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 className="m-0 min-w-0 truncate text-body font-strong text-ink">Notifications</h2>
        {unreadCount > 0 ? (
          <span className="inline-flex h-5 shrink-0 items-center rounded-tag bg-brand-tint px-1.5 text-small font-strong text-brand-text tabular">
            {formatCount(unreadCount)} new
          </span>
        ) : null}
        <span className="ml-auto flex shrink-0 items-center gap-1">
          <IconButton label="Refresh" size="sm" onClick={() => void refresh()}>
            <RotateCw className={cn(list.isFetching && "animate-turn motion-reduce:animate-none")} />
          </IconButton>
          <Button
            variant="ghost"
            size="sm"
            disabled={unreadCount === 0 && !markAllRead.isPending}
            pending={markAllRead.isPending}
            pendingLabel="Marking..."
            onClick={() => markAllRead.mutate()}
            className="px-2 text-brand-text hover:text-brand-text"
          >
            Mark all read
          </Button>
        </span>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <QueryView
          query={list}
          loading="Loading notifications"
          failed="Failed to load notifications"
          skeleton={<PanelLoading />}
          isEmpty={({ notifications }) => notifications.length === 0}
          empty={<NothingNew />}
        >
          {({ notifications }) => (
            <ul className="m-0 list-none divide-y divide-line p-0">
              {notifications.map((notification) => (
                <li key={notification.id}>
                  <PanelItem
                    notification={notification}
                    onOpen={() => markRead(notification)}
                    onLeave={onLeave}
                  />
                </li>
              ))}
            </ul>
          )}
        </QueryView>
      </div>
      <div className="shrink-0 border-t border-line p-1.5">
        <Link
          to="/app/notifications"
          onClick={onLeave}
          className="flex h-9 items-center justify-center rounded-control text-ui font-strong text-brand-text no-underline -outline-offset-2 hover:bg-hover touch:h-11"
        >
          View All Notifications{list.data === undefined ? "" : ` (${formatCount(list.data.totalCount)})`}
        </Link>
      </div>
    </>
  );

  async function refresh() {
    await Promise.all([list.refetch(), unread.refetch()]);
  }
}

function NothingNew() {
  return (
    <div className="flex flex-col items-center px-6 py-9 text-center">
      <Bell aria-hidden className="mb-1.5 size-5 text-ink-2" />
      <p className="m-0 text-ui font-strong text-ink">No notifications</p>
      <p className="m-0 text-ui text-ink-2">You're all caught up!</p>
    </div>
  );
}
