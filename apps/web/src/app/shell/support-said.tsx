import { useChatStore } from "@/components/chat/chat-store.ts";
import { UnreadCount } from "@/components/ui/unread-count.tsx";
import { useUnreadSupport } from "@/components/support/use-unread-support.ts";

/** How much support has said in the person's open session that they have not seen. */
export function SupportSaid() {
  const unread = useUnreadSupport(useChatStore((store) => store.supportSessionId));
  return <UnreadCount count={unread} of="unread" className="ml-auto" />;
}
