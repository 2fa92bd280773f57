import { useQuery } from "@tanstack/react-query";
import { supportQueries } from "@/components/support/support-queries.ts";
import { useUnreadSupport } from "@/components/support/use-unread-support.ts";
import { chatQueries } from "../api/chat-queries.ts";

/** Messages that a person has not seen: the assistant's in their conversations, and support's in the session that is open. */
export function useUnread(): { assistant: number; support: number } {
  const newest = useQuery(chatQueries.newest());
  const active = useQuery(supportQueries.active());
  const support = useUnreadSupport(active.data?.session?.id ?? null);
  const assistant = newest.data?.items.reduce((sum, { unreadCount }) => sum + unreadCount, 0) ?? 0;
  return { assistant, support };
}
