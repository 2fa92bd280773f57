import type { Conversation } from "@forestay/contracts/wire";
import { useEffect } from "react";
import { useConversationDeeds } from "../api/chat-queries.ts";

/** Marks a conversation read while it is shown: what the assistant says in sight is not new afterwards. */
export function useConversationRead(conversation: Conversation | undefined): void {
  const { mutate } = useConversationDeeds().markRead;
  const id = conversation?.id;
  const unread = conversation?.unreadCount ?? 0;
  useEffect(() => {
    if (id !== undefined && unread > 0) mutate(id);
  }, [id, unread, mutate]);
}
