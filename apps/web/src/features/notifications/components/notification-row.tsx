import type { Notification } from "@forestay/contracts/wire";
import { BellOff, BellRing, Check, EllipsisVertical } from "lucide-react";
import { Link } from "react-router";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { formatDateTime, formatRelative } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { NotificationIcon } from "./notification-icon.tsx";

interface NotificationRowProps {
  notification: Notification;
  onMarkRead: () => void;
  /** Undefined where the kind cannot be muted or it is not known yet whether it is. */
  muted: boolean | undefined;
  onMute: (muted: boolean) => void;
}

/** One notification at full width: what happened, where it leads, and what can be done about it. */
export function NotificationRow({ notification, onMarkRead, muted, onMute }: NotificationRowProps) {
  const { title, message, category, actionUrl, actionText, isRead, createdAt } = notification;
  const hasMenu = !isRead || muted !== undefined;
  return (
    <li className={cn("relative flex items-start gap-3 px-4 py-3 md:px-5", !isRead && "bg-selected")}>
      <NotificationIcon notification={notification} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h3 className="m-0 min-w-0 text-body font-strong break-words text-ink">
            {isRead ? null : <span className="sr-only">Unread: </span>}
            {actionUrl === null ? (
              title
            ) : (
              <Link
                to={`/app${actionUrl}`}
                onClick={onMarkRead}
                className="rounded-check text-ink no-underline hover:underline"
              >
                {title}
              </Link>
            )}
          </h3>
          <time dateTime={createdAt} title={formatDateTime(createdAt)} className="text-note text-ink-3">
            {formatRelative(createdAt)}
          </time>
          {isRead ? null : <span aria-hidden className="size-1.75 self-center rounded-full bg-brand" />}
        </div>
        <p className="m-0 max-w-180 text-ui break-words text-ink-2">{message}</p>
        <p className="m-0 mt-1 flex items-center gap-2 text-note text-ink-3">
          {category}
          {actionUrl === null || actionText === null ? null : (
            <>
              <span aria-hidden>·</span>
              <Link
                to={`/app${actionUrl}`}
                onClick={onMarkRead}
                className="rounded-check font-strong text-brand-text no-underline hover:underline"
              >
                {actionText}
              </Link>
            </>
          )}
        </p>
      </div>
      {hasMenu ? (
        <DropdownMenu
          trigger={
            <IconButton label={`More for ${title}`} tooltip={false} size="sm">
              <EllipsisVertical />
            </IconButton>
          }
        >
          {isRead ? null : (
            <MenuItem icon={<Check />} onSelect={onMarkRead}>
              Mark as read
            </MenuItem>
          )}
          {muted === undefined ? null : (
            <MenuItem icon={muted ? <BellRing /> : <BellOff />} onSelect={() => onMute(!muted)}>
              {muted ? "Unmute this kind" : "Mute this kind"}
            </MenuItem>
          )}
        </DropdownMenu>
      ) : (
        <span className="size-7 shrink-0 touch:size-10" />
      )}
    </li>
  );
}
