import { CHAT_STORE } from "@/lib/chat-store-name.ts";

/** To this person's other tabs, while somebody listens here; browsers without such a thing see what changed on the next read. */
let channel: BroadcastChannel | undefined;

/** Tells the other tabs that something was asked, answered or changed in a person's conversations. */
export function tellOtherTabs(userId: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin than its own
  channel?.postMessage({ userId });
}

/** Calls back when another tab changed this person's conversations. Returns the way to stop. One listener at a time. */
export function onOtherTabs(userId: string, changed: () => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => undefined;
  const opened = new BroadcastChannel(CHAT_STORE);
  opened.addEventListener("message", ({ data }: MessageEvent<{ userId: string }>) => {
    if (data.userId === userId) changed();
  });
  channel = opened;
  return () => {
    opened.close();
    if (channel === opened) channel = undefined;
  };
}
