import { chatbotEndpoints } from "@forestay/contracts/wire";
import type { Conversation, PageContext, RememberedKind } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { chatbotKeys } from "@/lib/api/query-keys.ts";
import { useChatStore } from "../hooks/chat-store.ts";

/** Messages of a conversation that are shown at once. */
const SHOWN_MESSAGES = 50;

export const chatQueries = {
  conversations: (search = "") =>
    queryOptions({
      queryKey: [...chatbotKeys.conversations, search],
      queryFn: ({ signal }) =>
        call(chatbotEndpoints.conversations, { query: { search, pageSize: 100 }, signal }),
      placeholderData: keepPreviousData,
    }),
  history: (conversationId: string) =>
    queryOptions({
      queryKey: [...chatbotKeys.history, conversationId],
      queryFn: ({ signal }) =>
        call(chatbotEndpoints.history, {
          params: { conversationId },
          query: { page: 1, pageSize: SHOWN_MESSAGES },
          signal,
        }),
    }),
};

export interface NewMessage {
  message: string;
  context: PageContext;
  conversationId: string | undefined;
  type: "text" | "quick_action";
}

/** Asks, and puts question and answer where the conversation is read. */
export function useSendMessage() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: chatbotKeys.send,
    mutationFn: ({ conversationId, ...body }: NewMessage) =>
      call(chatbotEndpoints.send, {
        body: { ...body, ...(conversationId === undefined ? {} : { conversationId }) },
      }),
    onSuccess: async ({ conversationId }) => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: chatQueries.history(conversationId).queryKey }),
        queryClient.invalidateQueries({ queryKey: chatbotKeys.conversations }),
      ]);
    },
    // The question may have been kept before its answer failed, and the conversation may be gone: it is read again.
    onError: (_, { conversationId }) =>
      conversationId === undefined
        ? undefined
        : queryClient.invalidateQueries({ queryKey: chatQueries.history(conversationId).queryKey }),
  });
}

/** What can be done with a conversation. Failures of deleting and clearing are logged only. */
export function useConversationDeeds() {
  const queryClient = useQueryClient();
  const listChanged = () => queryClient.invalidateQueries({ queryKey: chatbotKeys.conversations });
  // oxlint-disable-next-line no-console -- the log is where a developer looks; nobody is told
  const logged = (error: Error) => console.error("The conversation was not changed:", error.message);
  return {
    rename: useMutation({
      mutationFn: ({ id, title }: Pick<Conversation, "id" | "title">) =>
        call(chatbotEndpoints.rename, { params: { id }, body: { title } }),
      onSuccess: listChanged,
    }),
    markRead: useMutation({
      mutationFn: (id: string) => call(chatbotEndpoints.markRead, { params: { id } }),
      onSuccess: listChanged,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(chatbotEndpoints.remove, { params: { id } }),
      onSuccess: (_, id) => {
        useChatStore.getState().drop(id);
        return listChanged();
      },
      onError: logged,
    }),
    restore: useMutation({
      mutationFn: (id: string) => call(chatbotEndpoints.restore, { params: { id } }),
      onSuccess: listChanged,
    }),
    clear: useMutation({
      mutationFn: (id: string) => call(chatbotEndpoints.clear, { params: { id } }),
      onSuccess: async (_, id) => {
        await queryClient.invalidateQueries({ queryKey: chatQueries.history(id).queryKey });
        await listChanged();
      },
      onError: logged,
    }),
    forget: useMutation({
      mutationFn: ({ id, kind }: { id: string; kind: RememberedKind }) =>
        call(chatbotEndpoints.forget, { params: { id, kind } }),
      onSuccess: listChanged,
    }),
  };
}
