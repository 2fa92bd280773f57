import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { lazy, Suspense, useId, useRef, useState } from "react";
import type { ButtonHTMLAttributes, Ref } from "react";
import { Popover } from "@/components/ui/popover.tsx";
import { Tooltip } from "@/components/ui/tooltip.tsx";
import { useLiveConnection } from "@/lib/live/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { notificationQueries } from "./api/notification-queries.ts";
import { PanelLoading } from "./components/panel-loading.tsx";
import { badgeText, bellLabel } from "./hooks/unread-badge.ts";

const loadPanel = () => import("./components/notification-panel.tsx");
const NotificationPanel = lazy(async () => ({ default: (await loadPanel()).NotificationPanel }));

/** The header's bell: unread badge, dot of the live connection, and the panel behind it. */
export function NotificationBell() {
  const [open, setOpen] = useState(false);
  const leaving = useRef(false);
  const unread = useQuery(notificationQueries.unreadCount());
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        leaving.current = false;
        setOpen(next);
      }}
      label="Notifications"
      align="end"
      // The panel's right edge stands at the bell, so that it clears an open chat.
      alignOffset={42}
      focusPanel
      onCloseAutoFocus={(event) => {
        // The page that was gone to takes the focus to its heading.
        if (leaving.current) event.preventDefault();
      }}
      className="flex max-h-[min(24rem,var(--radix-popover-content-available-height))] w-98 max-w-[calc(100vw-24px)] flex-col overflow-hidden p-0"
      trigger={<BellButton unreadCount={unread.data} />}
    >
      <Suspense fallback={<PanelLoading />}>
        <NotificationPanel
          onLeave={() => {
            leaving.current = true;
            setOpen(false);
          }}
        />
      </Suspense>
    </Popover>
  );
}

interface BellButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  unreadCount: number | undefined;
  ref?: Ref<HTMLButtonElement>;
}

function BellButton({ unreadCount, ...rest }: BellButtonProps) {
  const live = useLiveConnection(({ state }) => state === "Connected");
  const stateId = useId();
  const stateText = live ? "Real-time notifications active" : "Real-time notifications connecting...";
  return (
    <>
      <Tooltip content={stateText}>
        <button
          {...rest}
          type="button"
          aria-label={bellLabel(unreadCount)}
          aria-describedby={stateId}
          // The panel's code is on its way before the press.
          onPointerEnter={() => void loadPanel().catch(() => undefined)}
          className="relative inline-flex size-8.5 shrink-0 items-center justify-center rounded-control border border-transparent text-ink-2 transition-colors duration-120 hover:bg-press hover:text-ink aria-expanded:border-line-strong aria-expanded:bg-sheet aria-expanded:text-ink touch:size-11"
        >
          <Bell aria-hidden className="size-4.5" />
          {unreadCount === undefined || unreadCount === 0 ? null : (
            <span
              aria-hidden
              className="absolute -top-1 left-1/2 touch:top-0 ml-0.5 inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full border-2 border-canvas bg-brand px-1 text-micro leading-none font-strong text-on-brand tabular"
            >
              {badgeText(unreadCount)}
            </span>
          )}
          <span
            aria-hidden
            className={cn(
              "absolute bottom-1 left-1 size-2.5 rounded-full border-2 border-canvas touch:bottom-2 touch:left-2",
              live ? "bg-ok" : "animate-shimmer bg-risk-med",
            )}
          />
        </button>
      </Tooltip>
      <span id={stateId} className="sr-only">
        {stateText}
      </span>
    </>
  );
}
