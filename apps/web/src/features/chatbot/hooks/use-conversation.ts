import { chatKeyOf, chatContexts } from "@forestay/contracts/wire";
import type { ChatMessage, Conversation, PageContext } from "@forestay/contracts/wire";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "@/lib/api/index.ts";
import { chatbotKeys } from "@/lib/api/query-keys.ts";
import { chatQueries, useSendMessage, type NewMessage } from "../api/chat-queries.ts";

/** A question that is on its way, or did not arrive. */
export interface WaitingMessage {
  text: string;
  state: "sending" | "failed";
}

/** What a thread shows and does. */
export interface ConversationThread {
  conversation: Conversation | undefined;
  messages: readonly ChatMessage[];
  isLoading: boolean;
  /** There are messages before the first of these. */
  hasEarlier: boolean;
  isLoadingEarlier: boolean;
  loadEarlier: () => void;
  waiting: WaitingMessage | undefined;
  send: (text: string, type?: NewMessage["type"]) => void;
  /** Sends what did not arrive once more. */
  retry: () => void;
}

/**
 * One conversation: what was said, and asking on. Without an id the first question begins one, and `onBegun` is told its
 * id. A question that failed stays until it is sent again or another one is. `onGone` is told when the conversation is not
 * there any more: deleted in another tab, say. A question that failed for that waits to be asked anew.
 */
export function useConversation(
  conversationId: string | undefined,
  context: PageContext,
  onBegun: (id: string) => void,
  onGone: () => void,
): ConversationThread {
  const one = useQuery({
    ...chatQueries.conversation(conversationId ?? ""),
    enabled: conversationId !== undefined,
  });
  const history = useInfiniteQuery({
    ...chatQueries.history(conversationId ?? ""),
    enabled: conversationId !== undefined,
  });
  const queryClient = useQueryClient();
  const { mutateAsync } = useSendMessage();
  const [waiting, setWaiting] = useState<
    (WaitingMessage & { of: string | undefined; type: NewMessage["type"] }) | undefined
  >();
  const send = (text: string, type: NewMessage["type"] = "text") => {
    const message = text.trim();
    if (message === "" || waiting?.state === "sending") return;
    setWaiting({ text: message, state: "sending", of: conversationId, type });
    mutateAsync({ message, context, conversationId, type }).then(
      (sent) => {
        setWaiting(undefined);
        if (conversationId === undefined) onBegun(sent.conversationId);
      },
      () => setWaiting({ text: message, state: "failed", of: conversationId, type }),
    );
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
    setWaiting((question) => question && { ...question, of: undefined });
    onGone();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- told once of each conversation, whoever listens by then
  }, [isGone, conversationId]);
  const shown = waiting !== undefined && waiting.of === conversationId ? waiting : undefined;
  return {
    conversation: conversationId === undefined ? undefined : (one.data ?? undefined),
    messages:
      conversationId === undefined
        ? []
        : (history.data?.pages.toReversed().flatMap(({ items }) => items) ?? []),
    hasEarlier: conversationId !== undefined && history.hasNextPage,
    isLoadingEarlier: history.isFetchingNextPage,
    loadEarlier: () => void history.fetchNextPage(),
    isLoading: conversationId !== undefined && history.isPending,
    waiting: shown,
    send,
    retry: () => {
      if (waiting !== undefined) send(waiting.text, waiting.type);
    },
  };
}

/** What a page's conversation is called before there is one, and beneath. */
export function headingOf(context: PageContext): { key: string; title: string; subtitle: string } {
  return {
    ...chatKeyOf(context),
    subtitle:
      context.type === chatContexts.CustomerDetail ? "Answers about this customer" : "Answers from your data",
  };
}
