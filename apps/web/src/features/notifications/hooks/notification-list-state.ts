import { notificationCategories } from "@forestay/contracts/wire";
import { choice, defineUrlState, flag, pageNumber } from "@/lib/url-state/index.ts";
import type { UrlStateOf } from "@/lib/url-state/index.ts";

/** What the address of the page says: which notifications, and whether the preferences are asked for by their former address. */
export const notificationListState = defineUrlState({
  view: choice(["all", "unread"], "all"),
  category: choice(notificationCategories),
  page: pageNumber(),
  preferences: flag(),
});
export type NotificationListState = UrlStateOf<typeof notificationListState>;
