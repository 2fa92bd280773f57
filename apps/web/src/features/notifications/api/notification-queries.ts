import {
  notificationEndpoints,
  NOTIFICATIONS_PAGE_SIZE,
  NOTIFICATIONS_STALE_MS,
  UNREAD_REFETCH_MS,
} from "@forestay/contracts/wire";
import type { EndpointResponse, Notification } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast-store.ts";
import { call } from "@/lib/api/index.ts";

export type NotificationList = EndpointResponse<typeof notificationEndpoints.list>;

export interface NotificationFilter {
  page: number;
  pageSize: number;
  unreadOnly?: boolean;
  category?: string | undefined;
}

const listsKey = ["notifications", "list"] as const;

/** Cache rules of notifications; every key starts with "notifications". */
export const notificationQueries = {
  lists: listsKey,
  /** Of every change of what is read, while it is under way. */
  marking: ["notifications", "mark"] as const,
  list: ({ page, pageSize, unreadOnly = false, category }: NotificationFilter) =>
    queryOptions({
      queryKey: [...listsKey, { page, pageSize, unreadOnly, category }],
      queryFn: ({ signal }) =>
        call(notificationEndpoints.list, {
          query: { page, pageSize, unreadOnly: unreadOnly ? "true" : undefined, category },
          signal,
        }),
      staleTime: NOTIFICATIONS_STALE_MS,
      placeholderData: keepPreviousData,
    }),
  unreadCount: () =>
    queryOptions({
      queryKey: ["notifications", "unread-count"],
      queryFn: async ({ signal }) => {
        const query = { unreadOnly: "true", pageSize: 1 };
        return (await call(notificationEndpoints.list, { query, signal })).totalCount;
      },
      staleTime: NOTIFICATIONS_STALE_MS,
      refetchInterval: UNREAD_REFETCH_MS,
      refetchIntervalInBackground: false,
    }),
};

/** The panel's: page 1 of 10. */
export const newestNotifications: NotificationFilter = { page: 1, pageSize: NOTIFICATIONS_PAGE_SIZE };

/** Marks one as read, at once on screen; returns a function that leaves a read one alone. */
export function useMarkRead(): (notification: Pick<Notification, "id" | "isRead">) => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: notificationQueries.marking,
    mutationFn: (id: string) => call(notificationEndpoints.markRead, { params: { id } }),
    onMutate: (id) =>
      showAsRead(
        queryClient,
        (notification) => notification.id === id,
        (count) => Math.max(0, count - 1),
      ),
    onError: (_error, _id, undo) => {
      undo?.();
      toast.error("Failed to mark notification as read");
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["notifications"] }),
  });
  return ({ id, isRead }) => {
    if (!isRead) mutate(id);
  };
}

export function useMarkAllRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: notificationQueries.marking,
    mutationFn: () => call(notificationEndpoints.markAllRead),
    onMutate: () =>
      showAsRead(
        queryClient,
        () => true,
        () => 0,
      ),
    onSuccess: () => toast.success("All notifications marked as read"),
    onError: (_error, _input, undo) => {
      undo?.();
      toast.error("Failed to mark all notifications as read");
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["notifications"] }),
  });
}

/** Changes every loaded list and the count as if the server had answered. Returns the way back. */
async function showAsRead(
  queryClient: QueryClient,
  concerns: (notification: Notification) => boolean,
  nextCount: (count: number) => number,
): Promise<() => void> {
  const unreadKey = notificationQueries.unreadCount().queryKey;
  // An answer that is on its way was read before this change, and would undo it on screen.
  await queryClient.cancelQueries({ queryKey: ["notifications"] });
  const lists = queryClient.getQueriesData<NotificationList>({ queryKey: listsKey });
  const count = queryClient.getQueryData(unreadKey);
  for (const [key, list] of lists) {
    queryClient.setQueryData<NotificationList>(
      key,
      list && {
        ...list,
        notifications: list.notifications.map((one) => (concerns(one) ? { ...one, isRead: true } : one)),
      },
    );
  }
  if (count !== undefined) queryClient.setQueryData(unreadKey, nextCount(count));
  return () => {
    for (const [key, list] of lists) queryClient.setQueryData(key, list);
    queryClient.setQueryData(unreadKey, count);
  };
}
