import { formatCounted } from "@/lib/format/index.ts";
import { useUnreadSupport } from "@/components/support/use-unread-support.ts";

/** Above this the exact number says nothing more. */
const MOST_SHOWN = 99;

/** On the button of a chat that is closed or minimised: how much support has said since. */
export function UnreadBadge({ sessionId }: { sessionId: string }) {
  const unread = useUnreadSupport(sessionId);
  if (unread === 0) return null;
  return (
    <>
      <span className="sr-only">{`, ${formatCounted(unread, "new message")} from support`}</span>
      <span
        aria-hidden
        className="absolute -top-1 -right-1 inline-flex h-5 min-w-5 items-center justify-center rounded-full border-2 border-canvas bg-ink px-1 text-micro leading-none font-strong text-canvas tabular"
      >
        {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
      </span>
    </>
  );
}
