import { create } from "zustand";
import { persist } from "zustand/middleware";
import { forgetDrafts } from "./use-draft.ts";
import { CHAT_STORE } from "@/lib/chat-store-name.ts";

type WidgetState = "closed" | "open" | "minimised";

/** A message of a support session that is on its way, or one that did not go. */
export interface UnsentMessage {
  id: string;
  content: string;
  attachmentId?: string | undefined;
  hasFailed: boolean;
  /** Why, where trying again changes nothing. */
  refusal?: string | undefined;
}

interface ChatState {
  /** Whose it is: emptied when another person sits down. */
  userId: string | null;
  widget: WidgetState;
  isExpanded: boolean;
  mode: "page_help" | "support_session";
  /** The support session that was shown last, until its end has been seen. */
  supportSessionId: string | null;
  /** The session that ended last, until its person has said whether it helped or put the question away. */
  endedSessionId: string | null;
  /** The conversation of each page, by the name that its page keeps it under; null: the next question begins another. */
  conversations: Record<string, string | null>;
  /**
   * By support session what is on its way there or did not go: it stands there with its way to try again whenever the session
   * is shown, after the chat was put away or the page loaded anew.
   */
  unsent: Readonly<Record<string, readonly UnsentMessage[]>>;
}

interface ChatStore extends ChatState {
  setWidget: (widget: WidgetState) => void;
  expand: (isExpanded: boolean) => void;
  /** A support session is shown. */
  showSupport: (sessionId: string) => void;
  /** A support session has ended: where it was shown, page help is again. */
  endSupport: (sessionId: string) => void;
  putEndAway: () => void;
  showMode: (mode: ChatState["mode"]) => void;
  /** A page goes on with this conversation, or begins another with the next question. */
  choose: (contextKey: string, conversationId: string | null) => void;
  /** It was deleted: no page goes on with it. */
  drop: (conversationId: string) => void;
  changeUnsent: (
    sessionId: string,
    change: (messages: readonly UnsentMessage[]) => readonly UnsentMessage[],
  ) => void;
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
  endedSessionId: null,
  conversations: {},
  unsent: {},
};

const none: readonly UnsentMessage[] = [];

export const unsentIn =
  (sessionId: string) =>
  ({ unsent }: ChatState): readonly UnsentMessage[] =>
    unsent[sessionId] ?? none;

export const useChatStore = create<ChatStore>()(
  persist(
    (set) => ({
      ...nothing,
      setWidget: (widget) => set({ widget }),
      expand: (isExpanded) => set({ isExpanded }),
      showSupport: (supportSessionId) =>
        set({ supportSessionId, mode: "support_session", endedSessionId: null }),
      endSupport: (sessionId) =>
        set(({ supportSessionId }) =>
          supportSessionId === sessionId
            ? { supportSessionId: null, mode: "page_help", endedSessionId: sessionId }
            : {},
        ),
      putEndAway: () => set({ endedSessionId: null }),
      showMode: (mode) => set({ mode }),
      choose: (contextKey, conversationId) =>
        set(({ conversations }) => ({ conversations: { ...conversations, [contextKey]: conversationId } })),
      drop: (conversationId) =>
        set(({ conversations }) => ({
          conversations: Object.fromEntries(
            Object.entries(conversations).filter(([, id]) => id !== conversationId),
          ),
        })),
      changeUnsent: (sessionId, change) =>
        set(({ unsent: { [sessionId]: ours = none, ...others } }) => {
          const left = change(ours);
          return { unsent: left.length === 0 ? others : { ...others, [sessionId]: left } };
        }),
      enter: (userId) => set((state) => (state.userId === userId ? {} : { ...nothing, userId })),
      leave: (isSignedOut) => {
        if (isSignedOut) forgetDrafts();
        set(isSignedOut ? nothing : { conversations: {} });
      },
    }),
    {
      // Without conversations of the public pages: whoever enters the app leaves those behind.
      name: CHAT_STORE,
      partialize: ({
        userId,
        widget,
        isExpanded,
        mode,
        supportSessionId,
        endedSessionId,
        conversations,
        unsent,
      }) => ({
        userId,
        widget,
        isExpanded,
        mode,
        supportSessionId,
        endedSessionId,
        conversations,
        unsent,
      }),
      // What was on its way when the page went may have arrived: sent again under its id, it is there once.
      onRehydrateStorage: () => (state) => {
        for (const sessionId of Object.keys(state?.unsent ?? {}))
          state!.changeUnsent(sessionId, (all) => all.map((one) => ({ ...one, hasFailed: true })));
      },
    },
  ),
);
