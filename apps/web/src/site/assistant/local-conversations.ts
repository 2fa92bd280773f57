import { storedText, storeText } from "@/lib/browser-storage.ts";
import { CHAT_STORE } from "@/lib/chat-store-name.ts";
import type { CannedReply } from "./canned-replies.ts";

export interface LocalMessage {
  id: string;
  content: string;
  sender: "user" | "bot" | "system";
  type: "text" | "quick_action" | "system_message";
  timestamp: string;
  links?: CannedReply["links"];
}

/** A conversation of a visitor, which never leaves this browser. */
export interface LocalConversation {
  id: string;
  title: string;
  createdAt: string;
  messages: readonly LocalMessage[];
}

export interface LocalChat {
  conversations: readonly LocalConversation[];
  /** The one that is open; null: a new one. */
  openId: string | null;
  widget: "closed" | "open" | "minimised";
}

const MOST_CONVERSATIONS = 12;
const MOST_MESSAGES = 100;
const nothing: LocalChat = { conversations: [], openId: null, widget: "closed" };

type Stored = { state?: Record<string, unknown> & { local?: LocalChat }; version?: number };

function readStore(): Stored {
  try {
    return (JSON.parse(storedText("localStorage", CHAT_STORE) ?? "{}") ?? {}) as Stored;
  } catch {
    // Kept by something else: then there is nothing.
    return {};
  }
}

function writeStore(store: Stored): void {
  // A full or forbidden storage costs the memory of this conversation, and no more.
  storeText("localStorage", CHAT_STORE, JSON.stringify(store));
}

/** What visitors' conversations this browser has. */
export function readLocalChat(): LocalChat {
  const { conversations, openId, widget } = { ...nothing, ...readStore().state?.local };
  return Array.isArray(conversations) ? { conversations, openId, widget } : nothing;
}

/** Keeps them, the newest first and not without end, beside what the app keeps. */
export function writeLocalChat({ conversations, openId, widget }: LocalChat): void {
  const store = readStore();
  const kept = conversations.slice(0, MOST_CONVERSATIONS).map((one) => ({
    ...one,
    messages: one.messages.slice(-MOST_MESSAGES),
  }));
  writeStore({
    version: store.version ?? 0,
    state: { ...store.state, local: { conversations: kept, openId, widget } },
  });
}

/** Whoever left the app's pages left their conversations there: the pages' own are looked up anew on the next visit. */
export function leaveAppConversations(): void {
  const store = readStore();
  if (store.state === undefined || store.state.conversations === undefined) return;
  if (Object.keys(store.state.conversations as object).length === 0) return;
  writeStore({ ...store, state: { ...store.state, conversations: {} } });
}
