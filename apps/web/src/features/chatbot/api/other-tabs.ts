import { CHAT_STORE } from "@/lib/chat-store-name.ts";

/** Opened by whatever needs it first, and this page's from then on: what this page tells it does not hear. */
let opened: BroadcastChannel | undefined;

/** To this person's other tabs; browsers without such a thing see what changed on the next read. */
function channel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  return (opened ??= new BroadcastChannel(CHAT_STORE));
}

/** Tells the other tabs that something was asked, answered or changed in a person's conversations. */
export function tellOtherTabs(userId: string): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin than its own
  channel()?.postMessage({ userId });
}

/** Calls back when another tab changed this person's conversations. Returns the way to stop. */
export function onOtherTabs(userId: string, changed: () => void): () => void {
  const listen = ({ data }: MessageEvent<{ userId: string }>) => {
    if (data.userId === userId) changed();
  };
  const tabs = channel();
  tabs?.addEventListener("message", listen);
  return () => tabs?.removeEventListener("message", listen);
}
