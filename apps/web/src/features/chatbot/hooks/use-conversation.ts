import { chatKeyOf, chatContexts } from "@forestay/contracts/wire";
import type { ChatMessage, Conversation, PageContext } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
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
  waiting: WaitingMessage | undefined;
  send: (text: string, type?: NewMessage["type"]) => void;
  /** Sends what did not arrive once more. */
  retry: () => void;
}

/**
 * One conversation: what was said, and asking on. Without an id the first question begins one, and `onBegun` is told its
 * id. A question that failed stays until it is sent again or another one is.
 */
export function useConversation(
  conversationId: string | undefined,
  context: PageContext,
  onBegun: (id: string) => void,
): ConversationThread {
  const list = useQuery(chatQueries.conversations());
  const history = useQuery({
    ...chatQueries.history(conversationId ?? ""),
    enabled: conversationId !== undefined,
  });
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
  const shown = waiting !== undefined && waiting.of === conversationId ? waiting : undefined;
  return {
    conversation: list.data?.items.find(({ id }) => id === conversationId),
    messages: conversationId === undefined ? [] : (history.data?.items ?? []),
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
