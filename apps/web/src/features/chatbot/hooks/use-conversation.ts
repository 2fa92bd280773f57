import { chatKeyOf, chatContexts } from "@forestay/contracts/wire";
import type { ChatMessage, Conversation, PageContext } from "@forestay/contracts/wire";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError, isRefusal } from "@/lib/api/index.ts";
import { chatbotKeys } from "@/lib/api/query-keys.ts";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { chatQueries, SHOWN_MESSAGES, useSendMessage, type NewMessage } from "../api/chat-queries.ts";
import { useChatStore } from "@/components/chat/chat-store.ts";
import type { WaitingMessage, WaitingQuestion } from "@/components/chat/chat-store.ts";
import { pageId } from "@/components/chat/living-pages.ts";
import { useOwnChat } from "@/components/chat/use-own-chat.ts";

/** What of a conversation did not load, and the way to ask for it again. */
export interface ThreadProblem {
  error: Error;
  isRetrying: boolean;
  retry: () => void;
}

/** What a thread shows and does. */
export interface ConversationThread {
  conversation: Conversation | undefined;
  /** What its questions are about. */
  context: PageContext;
  /** Not known yet: asked now, a question would be about something else. */
  isUnknown: boolean;
  messages: readonly ChatMessage[];
  isLoading: boolean;
  /** It cannot be shown, or only a part of it. */
  problem: ThreadProblem | undefined;
  /** There are messages before the first of these. */
  hasEarlier: boolean;
  isLoadingEarlier: boolean;
  loadEarlier: () => void;
  waiting: WaitingMessage | undefined;
  /** Asks; comes to false, with nothing sent, while the question before it is on its way. */
  send: (text: string, type?: NewMessage["type"]) => Promise<boolean>;
  /** Sends what did not arrive once more. */
  retry: () => void;
}

/** A conversation's own place; before there is one, its page's. */
const placeOf = (userId: string, conversationId: string | undefined, contextKey: string): string =>
  `${userId}:${conversationId ?? `new:${contextKey}`}`;

const general: PageContext = { type: chatContexts.General, routePath: "/app/conversations" };

/**
 * One conversation: what was said, and asking on, about the page that is shown or, without one, about what the conversation
 * is about. Without an id the first question begins one, and `onBegun` is told its
 * id. A question that failed stays until it is sent again or another one is. `onGone` is told when the conversation is not
 * there any more: deleted in another tab, say. A question that failed for that waits to be asked anew. Asked again, a
 * question is about what it was asked about, whatever page is shown by then.
 */
export function useConversation(
  conversationId: string | undefined,
  page: PageContext | undefined,
  onBegun: (id: string) => void,
  onGone: () => void,
): ConversationThread {
  const one = useQuery({
    ...chatQueries.conversation(conversationId ?? ""),
    enabled: conversationId !== undefined,
  });
  const history = useInfiniteQuery({
    ...chatQueries.history(
      conversationId ?? "",
      page === undefined ? SHOWN_MESSAGES.page : SHOWN_MESSAGES.panel,
    ),
    enabled: conversationId !== undefined,
  });
  const queryClient = useQueryClient();
  const { mutateAsync } = useSendMessage();
  const { id: userId } = useCurrentUser();
  useOwnChat(userId);
  const context = page ?? one.data?.context ?? general;
  const contextKey = chatKeyOf(context).key;
  const place = placeOf(userId, conversationId, contextKey);
  // A page's first question may have begun the conversation that is shown, its answer having failed: it waits here as well.
  const begun = page === undefined ? undefined : placeOf(userId, undefined, contextKey);
  const waiting = useChatStore(
    ({ questions }) =>
      questions.find((question) => question.place === place) ??
      questions.find((question) => question.place === begun && question.state === "failed"),
  );
  const change = useChatStore((store) => store.changeQuestions);
  const ask = async (question: WaitingQuestion): Promise<boolean> => {
    const { questions } = useChatStore.getState();
    if (questions.some((other) => other.place === place && other.state === "sending")) return false;
    const { id, text: message, type } = question;
    change((all) => [
      ...all.filter((other) => other.place !== place && other.id !== question.id),
      { ...question, pageId },
    ]);
    mutateAsync({ id, message, context: question.context, conversationId, type }).then(
      (sent) => {
        change((all) => all.filter((other) => other.id !== id));
        if (conversationId === undefined) onBegun(sent.conversationId);
      },
      (error: unknown) => {
        // A conversation that is gone refuses nothing for good: asked again, the question begins another.
        const refusal = isRefusal(error) && error.status !== 404 ? error.message : undefined;
        change((all) =>
          all.map((other) => (other.id === id ? { ...other, state: "failed", refusal } : other)),
        );
      },
    );
    return true;
  };
  // Not while it is asked again: one that was brought back is there.
  const isGone =
    conversationId !== undefined &&
    !history.isFetching &&
    history.error instanceof ApiError &&
    history.error.status === 404;
  useEffect(() => {
    if (!isGone) return;
    void queryClient.invalidateQueries({ queryKey: chatbotKeys.conversations });
    const anew = placeOf(userId, undefined, contextKey);
    change((all) => all.map((other) => (other.place === place ? { ...other, place: anew } : other)));
    onGone();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- told once of each conversation, whoever listens by then
  }, [isGone, conversationId]);
  return {
    conversation: conversationId === undefined ? undefined : (one.data ?? undefined),
    context,
    isUnknown: page === undefined && conversationId !== undefined && one.data === undefined,
    messages:
      conversationId === undefined
        ? []
        : (history.data?.pages.toReversed().flatMap(({ items }) => items) ?? []),
    hasEarlier: conversationId !== undefined && history.hasNextPage,
    isLoadingEarlier: history.isFetchingNextPage,
    loadEarlier: () => void history.fetchNextPage(),
    isLoading: conversationId !== undefined && history.isPending,
    problem: conversationId === undefined || isGone ? undefined : (problemOf(history) ?? problemOf(one)),
    waiting,
    send: async (text, type = "text") => {
      const message = text.trim();
      if (message === "") return false;
      return ask({ id: crypto.randomUUID(), place, text: message, state: "sending", context, type });
    },
    retry: () => {
      if (waiting !== undefined) void ask({ ...waiting, place, state: "sending" });
    },
  };
}

/** What is wrong with a query that has nothing to show. */
export function problemOf(query: {
  data: unknown;
  error: Error | null;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}): ThreadProblem | undefined {
  const { data, error, isFetching } = query;
  if (data !== undefined || error === null) return undefined;
  return { error, isRetrying: isFetching, retry: () => void query.refetch() };
}

/** What a page's conversation is called before there is one, and beneath. */
export function headingOf(context: PageContext): { key: string; title: string; subtitle: string } {
  return {
    ...chatKeyOf(context),
    subtitle:
      context.type === chatContexts.CustomerDetail ? "Answers about this customer" : "Answers from your data",
  };
}
