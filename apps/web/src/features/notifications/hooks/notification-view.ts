import { notificationCategories } from "@forestay/contracts/wire";
import { useSearchParams } from "react-router";

/** The page's state, kept in the URL. */
export interface NotificationView {
  unreadOnly: boolean;
  category: string | undefined;
  page: number;
  preferences: boolean;
}

export function parseNotificationView(params: URLSearchParams): NotificationView {
  const category = params.get("category");
  const page = Number(params.get("page"));
  return {
    unreadOnly: params.get("view") === "unread",
    category: notificationCategories.find((known) => known === category),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    preferences: params.has("preferences"),
  };
}

/** Only what differs from the plain page is written. */
export function formatNotificationView(view: NotificationView): URLSearchParams {
  const params = new URLSearchParams();
  if (view.preferences) params.set("preferences", "open");
  if (view.unreadOnly) params.set("view", "unread");
  if (view.category !== undefined) params.set("category", view.category);
  if (view.page > 1) params.set("page", String(view.page));
  return params;
}

/** A change of filter goes back to page 1. */
export function useNotificationView() {
  const [params, setParams] = useSearchParams();
  const view = parseNotificationView(params);
  const change = (patch: Partial<NotificationView>) =>
    setParams((current) => formatNotificationView({ ...parseNotificationView(current), page: 1, ...patch }), {
      preventScrollReset: patch.page === undefined,
    });
  return { view, change };
}
