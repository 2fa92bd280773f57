import { UNREAD_BADGE_CAP } from "@forestay/contracts/wire";
import { formatCount } from "@/lib/format/index.ts";

/** What the badge shows: '99+' above 99. */
export function badgeText(unreadCount: number): string {
  return unreadCount > UNREAD_BADGE_CAP ? `${UNREAD_BADGE_CAP}+` : String(unreadCount);
}

/** The bell's name: 'Notifications, 4 unread'. */
export function bellLabel(unreadCount: number | undefined): string {
  return unreadCount === undefined || unreadCount === 0
    ? "Notifications"
    : `Notifications, ${formatCount(unreadCount)} unread`;
}
