import type { Notification } from "@forestay/contracts/wire";
import { Link } from "react-router";
import { formatDateTime, formatRelative } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { NotificationIcon } from "./notification-icon.tsx";

interface PanelItemProps {
  notification: Notification;
  /** Marks it as read. */
  onOpen: () => void;
  /** After going where it leads. */
  onLeave: () => void;
}

/** One notification in the panel: pressing it marks it as read and goes to /app + actionUrl. */
export function PanelItem({ notification, onOpen, onLeave }: PanelItemProps) {
  const { title, message, category, actionUrl, actionText, isRead, createdAt } = notification;
  const face = cn(
    "flex w-full items-start gap-3 px-4 py-2 text-left text-ink no-underline -outline-offset-2 hover:bg-hover",
    !isRead && "bg-[color-mix(in_oklab,var(--brand)_4%,var(--raised))]",
  );
  const content = (
    <>
      <NotificationIcon notification={notification} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate text-ui font-strong">
            {isRead ? null : <span className="sr-only">Unread: </span>}
            {title}
          </span>
          <time
            dateTime={createdAt}
            title={formatDateTime(createdAt)}
            className="shrink-0 text-small text-ink-3"
          >
            {formatRelative(createdAt)}
          </time>
          <span
            aria-hidden
            className={cn(
              "size-1.75 shrink-0 self-center rounded-full",
              isRead ? "bg-transparent" : "bg-brand",
            )}
          />
        </span>
        <span className="line-clamp-2 pr-4 text-ui leading-4.5 break-words text-ink-2">{message}</span>
        <span className="mt-1 flex items-center gap-2 text-small text-ink-3">
          {category}
          {actionUrl === null || actionText === null ? null : (
            <>
              <span aria-hidden>·</span>
              <span className="font-strong text-brand-text">{actionText}</span>
            </>
          )}
        </span>
      </span>
    </>
  );
  if (actionUrl !== null) {
    return (
      <Link
        to={`/app${actionUrl}`}
        onClick={(event) => {
          onOpen();
          // A new tab leaves the panel where it is.
          if (!event.metaKey && !event.ctrlKey && !event.shiftKey) onLeave();
        }}
        className={face}
      >
        {content}
      </Link>
    );
  }
  return (
    <button type="button" onClick={onOpen} className={face}>
      {content}
    </button>
  );
}
