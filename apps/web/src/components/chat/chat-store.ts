import { hasEnded } from "@forestay/contracts/wire";
import type { EndpointResponse, PageContext, supportEndpoints } from "@forestay/contracts/wire";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { PersistStorage } from "zustand/middleware";
import { pageId, whenGone } from "./living-pages.ts";
import { forgetDrafts } from "./use-draft.ts";
import { storedText, storeText } from "@/lib/browser-storage.ts";
import { CHAT_STORE } from "@/lib/chat-store-name.ts";

type WidgetState = "closed" | "open" | "minimised";
type Thread = EndpointResponse<typeof supportEndpoints.messages>;

/** A message of a support session that is on its way, or one that did not go. */
export interface UnsentMessage {
  id: string;
  content: string;
  attachmentId?: string | undefined;
  hasFailed: boolean;
  /** Why, where trying again changes nothing. */
  refusal?: string | undefined;
  /** Which page sends it. */
  pageId?: string | undefined;
}

/** A question that is on its way, or did not arrive. */
export interface WaitingMessage {
  text: string;
  state: "sending" | "failed";
  /** Why it was not taken, where the server said so. */
  refusal?: string | undefined;
}

/** The same with what it takes to ask it again, wherever it is shown. */
export interface WaitingQuestion extends WaitingMessage {
  id: string;
  /** Whose, and of which conversation or page, as `placeOf` names it. */
  place: string;
  context: PageContext;
  type: "text" | "quick_action";
  /** Which page asks it. */
  pageId?: string | undefined;
}

/** What a person's tabs have in common. */
interface SharedState {
  /** Whose it is: emptied when another person sits down. */
  userId: string | null;
  /** The support session that was shown last, until its end has been seen. */
  supportSessionId: string | null;
  /** The session that ended last, until its person has said whether it helped or put the question away. */
  endedSessionId: string | null;
  /** The person's open support session with its newest messages: what stands there before the server is asked. */
  thread: Thread | null;
  /**
   * By support session what is on its way there or did not go: it stands there with its way to try again whenever the session
   * is shown, after the chat was put away or the page loaded anew.
   */
  unsent: Readonly<Record<string, readonly UnsentMessage[]>>;
  /** Questions without an answer, at most one of a place: one that failed is found again where it was asked, and nowhere else. */
  questions: readonly WaitingQuestion[];
}

interface ChatState extends SharedState {
  widget: WidgetState;
  isExpanded: boolean;
  mode: "page_help" | "support_session";
  /** The conversation of each page, by the name that its page keeps it under; null: the next question begins another. */
  conversations: Record<string, string | null>;
}

type Change<T> = (all: readonly T[]) => readonly T[];

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
  changeUnsent: (sessionId: string, change: Change<UnsentMessage>) => void;
  changeQuestions: (change: Change<WaitingQuestion>) => void;
  /** What the person's session has come to; one that has ended is not kept. */
  keepThread: (thread: Thread) => void;
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
  thread: null,
  conversations: {},
  unsent: {},
  questions: [],
};
/** Messages of a session that are kept here. */
const KEPT_MESSAGES = 50;

const none: readonly UnsentMessage[] = [];

export const unsentIn =
  (sessionId: string) =>
  ({ unsent }: ChatState): readonly UnsentMessage[] =>
    unsent[sessionId] ?? none;

const sharedOf = (state: Partial<ChatState>): SharedState => ({
  userId: state.userId ?? null,
  supportSessionId: state.supportSessionId ?? null,
  endedSessionId: state.endedSessionId ?? null,
  thread: state.thread ?? null,
  unsent: state.unsent ?? {},
  questions: state.questions ?? [],
});

/** While another tab's part is taken over nothing is written: each would write what the other has just read. */
let isTaking = false;
const disk: PersistStorage<ChatState> = {
  getItem: (name) => {
    try {
      return JSON.parse(storedText("localStorage", name) ?? "null") as { state: ChatState } | null;
    } catch {
      // Kept by something else: then there is nothing.
      return null;
    }
  },
  setItem: (name, value) => {
    if (!isTaking) storeText("localStorage", name, JSON.stringify(value));
  },
  removeItem: (name) => void storeText("localStorage", name, null),
};

export const useChatStore = create<ChatStore>()(
  persist(
    (set) => {
      // On top of what another tab has kept since: a change of this one takes nothing of it back.
      const change = (make: (state: ChatState) => Partial<ChatState>) =>
        set((state) => {
          const kept = disk.getItem(CHAT_STORE) as { state?: ChatState } | null;
          const now = kept?.state === undefined ? state : { ...state, ...sharedOf(kept.state) };
          return { ...sharedOf(now), ...make(now) };
        });
      return {
        ...nothing,
        setWidget: (widget) => change(() => ({ widget })),
        expand: (isExpanded) => change(() => ({ isExpanded })),
        showSupport: (supportSessionId) =>
          change(() => ({ supportSessionId, mode: "support_session", endedSessionId: null })),
        endSupport: (sessionId) =>
          change(({ supportSessionId, thread }) => ({
            ...(supportSessionId === sessionId
              ? { supportSessionId: null, mode: "page_help", endedSessionId: sessionId }
              : {}),
            ...(thread?.session.id === sessionId ? { thread: null } : {}),
          })),
        putEndAway: () => change(() => ({ endedSessionId: null })),
        showMode: (mode) => change(() => ({ mode })),
        choose: (contextKey, conversationId) =>
          change(({ conversations }) => ({
            conversations: { ...conversations, [contextKey]: conversationId },
          })),
        drop: (conversationId) =>
          change(({ conversations }) => ({
            conversations: Object.fromEntries(
              Object.entries(conversations).filter(([, id]) => id !== conversationId),
            ),
          })),
        changeUnsent: (sessionId, make) =>
          change(({ unsent: { [sessionId]: ours = none, ...others } }) => {
            const left = make(ours);
            return { unsent: left.length === 0 ? others : { ...others, [sessionId]: left } };
          }),
        changeQuestions: (make) => change(({ questions }) => ({ questions: make(questions) })),
        keepThread: (thread) =>
          change(({ userId, thread: kept }) => {
            const { session, items, hasEarlier } = thread;
            if (hasEnded(session.status)) return kept?.session.id === session.id ? { thread: null } : {};
            if (session.userId !== userId) return {};
            const newest = items.slice(-KEPT_MESSAGES);
            return {
              thread: { session, items: newest, hasEarlier: hasEarlier || newest.length < items.length },
            };
          }),
        enter: (userId) =>
          change((state) => {
            if (state.userId === userId) return {};
            if (state.userId !== null) forgetDrafts();
            return { ...nothing, userId };
          }),
        leave: (isSignedOut) => {
          if (isSignedOut) forgetDrafts();
          change(() => (isSignedOut ? nothing : { conversations: {} }));
        },
      };
    },
    {
      // Without conversations of the public pages: whoever enters the app leaves those behind.
      name: CHAT_STORE,
      storage: disk,
      partialize: (state) => ({
        ...sharedOf(state),
        widget: state.widget,
        isExpanded: state.isExpanded,
        mode: state.mode,
        conversations: state.conversations,
      }),
    },
  ),
);

/** The support session as this browser has kept it for the person who is in the app; undefined where it has not. */
export function keptThread(sessionId: string): Thread | undefined {
  const { thread, userId } = useChatStore.getState();
  return thread?.session.id === sessionId && thread.session.userId === userId ? thread : undefined;
}

/** What a page had on its way when it went may have arrived: sent again under its id, it is there once. */
function leftBehind(gone: string): void {
  const { unsent, changeUnsent, changeQuestions } = useChatStore.getState();
  const isOf = (one: { pageId?: string | undefined }) => (one.pageId ?? "") === gone;
  for (const sessionId of Object.keys(unsent))
    changeUnsent(sessionId, (all) => all.map((one) => (isOf(one) ? { ...one, hasFailed: true } : one)));
  changeQuestions((all) =>
    all.map((one) => (isOf(one) && one.state === "sending" ? { ...one, state: "failed" } : one)),
  );
}

function watchOthers(): void {
  const { unsent, questions } = useChatStore.getState();
  const sending = [
    ...Object.values(unsent)
      .flat()
      .filter(({ hasFailed }) => !hasFailed),
    ...questions.filter(({ state }) => state === "sending"),
  ];
  for (const { pageId: other = "" } of sending)
    if (other !== pageId) whenGone(other, () => leftBehind(other));
}

/** What another tab has changed. How the chat stands on this page stays, but for the session that it shows. */
function takeOver(): void {
  const kept = disk.getItem(CHAT_STORE) as { state?: ChatState } | null;
  const theirs = sharedOf(kept?.state ?? {});
  const { supportSessionId } = useChatStore.getState();
  isTaking = true;
  useChatStore.setState({
    ...theirs,
    ...(theirs.supportSessionId === supportSessionId
      ? {}
      : { mode: theirs.supportSessionId === null ? "page_help" : "support_session" }),
  });
  isTaking = false;
  watchOthers();
}

// Routes are read where there is no window too: for the documentation's links.
if (typeof window !== "undefined") {
  useChatStore.persist.onFinishHydration(watchOthers);
  watchOthers();
  window.addEventListener("storage", ({ key }) => {
    if (key === CHAT_STORE || key === null) takeOver();
  });
}
