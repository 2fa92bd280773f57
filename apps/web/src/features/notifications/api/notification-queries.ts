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
import { notificationKeys } from "@/lib/api/query-keys.ts";

export type NotificationList = EndpointResponse<typeof notificationEndpoints.list>;

export interface NotificationFilter {
  page: number;
  pageSize: number;
  unreadOnly?: boolean;
  category?: string | undefined;
}

/** Cache rules of the list and the count. */
export const notificationQueries = {
  list: ({ page, pageSize, unreadOnly = false, category }: NotificationFilter) =>
    queryOptions({
      queryKey: [...notificationKeys.list, { page, pageSize, unreadOnly, category }],
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
      queryKey: notificationKeys.unreadCount,
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
    mutationKey: notificationKeys.mark,
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
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
  });
  return ({ id, isRead }) => {
    if (!isRead) mutate(id);
  };
}

export function useMarkAllRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: notificationKeys.mark,
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
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
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
  await queryClient.cancelQueries({ queryKey: notificationKeys.all });
  const lists = queryClient.getQueriesData<NotificationList>({ queryKey: notificationKeys.list });
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
