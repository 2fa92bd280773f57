import { notificationCategories } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { CheckCheck, SlidersHorizontal } from "lucide-react";
import { Navigate } from "react-router";
import { ListToolbar } from "@/components/list/list-toolbar.tsx";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { formatCount } from "@/lib/format/index.ts";
import { notificationQueries, useMarkAllRead } from "./api/notification-queries.ts";
import { NotificationList } from "./components/notification-list.tsx";
import { notificationListState } from "./hooks/notification-list-state.ts";

const views = [
  { value: "all", label: "All" },
  { value: "unread", label: "Unread" },
] as const;

const categories = [
  { value: "all", label: "All categories" },
  ...notificationCategories.map((category) => ({ value: category, label: category })),
];

const preferencesPath = "/app/settings?section=notifications";

/** /app/notifications: everything that was told, by day. */
export function NotificationsPage() {
  const [view, change] = useUrlState(notificationListState);
  const unread = useQuery(notificationQueries.unreadCount());
  const markAllRead = useMarkAllRead();
  // Where they stood before settings had a section for them.
  if (view.preferences) return <Navigate to={preferencesPath} replace />;
  return (
    <>
      <PageHeader
        title="Notifications"
        subtitle={
          unread.data === undefined
            ? undefined
            : unread.data === 0
              ? "You're all caught up!"
              : `${formatCount(unread.data)} unread`
        }
        actions={
          <>
            {(unread.data ?? 0) > 0 || markAllRead.isPending ? (
              <Button
                icon={<CheckCheck />}
                pending={markAllRead.isPending}
                pendingLabel="Marking..."
                onClick={() => markAllRead.mutate()}
              >
                Mark all read
              </Button>
            ) : null}
            <ButtonLink to={preferencesPath} icon={<SlidersHorizontal />}>
              Preferences
            </ButtonLink>
          </>
        }
      />
      <Sheet>
        <ListToolbar className="gap-3">
          <SegmentedControl
            label="Which notifications"
            options={views}
            value={view.view}
            onChange={(value) => change({ view: value })}
          />
          <Select
            label="Category"
            size="sm"
            className="w-40"
            options={categories}
            value={view.category ?? "all"}
            onChange={(value) => change({ category: notificationCategories.find((one) => one === value) })}
          />
        </ListToolbar>
        <NotificationList view={view} onChange={change} />
      </Sheet>
    </>
  );
}
