import { useLayoutEffect } from "react";
import { useChatStore } from "./chat-store.ts";

/**
 * The chat's store is this person's, before anything of theirs is put into it. For whatever writes there: the chat's button,
 * whose code comes after the page's, would take what another person left for what was just asked, and drop both.
 */
export function useOwnChat(userId: string): void {
  const enter = useChatStore((store) => store.enter);
  useLayoutEffect(() => enter(userId), [enter, userId]);
}
