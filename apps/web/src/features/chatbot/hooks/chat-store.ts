import { create } from "zustand";
import { persist } from "zustand/middleware";
import { CHAT_STORE } from "@/lib/chat-store-name.ts";

type WidgetState = "closed" | "open" | "minimised";

interface ChatState {
  /** Whose it is: emptied when another person sits down. */
  userId: string | null;
  widget: WidgetState;
  isExpanded: boolean;
  mode: "page_help" | "support_session";
  /** The support session that was shown last, until its end has been seen. */
  supportSessionId: string | null;
  /** The conversation of each page, by the name that its page keeps it under. */
  conversations: Record<string, string>;
}

interface ChatStore extends ChatState {
  setWidget: (widget: WidgetState) => void;
  expand: (isExpanded: boolean) => void;
  /** A support session is shown, or page help again. */
  showSupport: (sessionId: string | null) => void;
  showMode: (mode: ChatState["mode"]) => void;
  choose: (contextKey: string, conversationId: string | undefined) => void;
  /** Somebody is in the app: what another left goes. */
  enter: (userId: string) => void;
  /** Nobody is any more: of the app's pages nothing stays; signed out nothing at all. */
  leave: (isSignedOut: boolean) => void;
}

const nothing: ChatState = {
  userId: null,
  widget: "closed",
  isExpanded: false,
  mode: "page_help",
  supportSessionId: null,
  conversations: {},
};

export const useChatStore = create<ChatStore>()(
  persist(
    (set) => ({
      ...nothing,
      setWidget: (widget) => set({ widget }),
      expand: (isExpanded) => set({ isExpanded }),
      showSupport: (supportSessionId) =>
        set({ supportSessionId, mode: supportSessionId === null ? "page_help" : "support_session" }),
      showMode: (mode) => set({ mode }),
      choose: (contextKey, conversationId) =>
        set(({ conversations }) => {
          const { [contextKey]: _, ...others } = conversations;
          return {
            conversations:
              conversationId === undefined ? others : { ...others, [contextKey]: conversationId },
          };
        }),
      enter: (userId) => set((state) => (state.userId === userId ? {} : { ...nothing, userId })),
      leave: (isSignedOut) => set(isSignedOut ? nothing : { conversations: {} }),
    }),
    {
      // Without conversations of the public pages: whoever enters the app leaves those behind.
      name: CHAT_STORE,
      partialize: ({ userId, widget, isExpanded, mode, supportSessionId, conversations }) => ({
        userId,
        widget,
        isExpanded,
        mode,
        supportSessionId,
        conversations,
      }),
    },
  ),
);
