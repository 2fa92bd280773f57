import { chatbotEndpoints } from "@forestay/contracts/wire";
import type { ChatMessage, Conversation, PageContext, RememberedKind } from "@forestay/contracts/wire";
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { chatbotKeys } from "@/lib/api/query-keys.ts";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { tellOtherTabs } from "./other-tabs.ts";

/** Conversations that come at a time. */
const SHOWN_CONVERSATIONS = 50;
/** Messages of a conversation that come at a time: in the chat on a page, and where conversations have the page. */
export const SHOWN_MESSAGES = { panel: 20, page: 50 } as const;
/** And where all of them are wanted. */
const MOST_AT_ONCE = 100;

export const chatQueries = {
  /** The newest, as many as come at once. */
  newest: () =>
    queryOptions({
      queryKey: [...chatbotKeys.conversations, "newest"],
      queryFn: ({ signal }) =>
        call(chatbotEndpoints.conversations, { query: { pageSize: MOST_AT_ONCE }, signal }),
    }),
  /** One of them; null where it is not there any more. */
  conversation: (id: string) =>
    queryOptions({
      queryKey: [...chatbotKeys.conversations, "one", id],
      queryFn: async ({ signal }) => {
        const { items } = await call(chatbotEndpoints.conversations, { query: { id, pageSize: 1 }, signal });
        return items.find((one) => one.id === id) ?? null;
      },
    }),
  /** All of them, page by page. */
  allConversations: (search: string) =>
    infiniteQueryOptions({
      queryKey: [...chatbotKeys.conversations, "all", search],
      queryFn: ({ signal, pageParam }) =>
        call(chatbotEndpoints.conversations, {
          query: { search, page: pageParam, pageSize: SHOWN_CONVERSATIONS },
          signal,
        }),
      initialPageParam: 1,
      getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
      select: ({ pages }) => ({
        items: pages.flatMap(({ items }) => items),
        totalCount: pages.at(-1)?.totalCount ?? 0,
      }),
      placeholderData: keepPreviousData,
    }),
  /** The newest messages, and with each further page those before. */
  history: (conversationId: string, pageSize: number) =>
    infiniteQueryOptions({
      queryKey: [...chatbotKeys.history, conversationId, pageSize],
      queryFn: ({ signal, pageParam }) =>
        call(chatbotEndpoints.history, {
          params: { conversationId },
          query: { page: pageParam, pageSize },
          signal,
        }),
      initialPageParam: 1,
      getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
    }),
};

/** Everything that was said in a conversation, oldest first. */
export async function readConversation(conversationId: string): Promise<ChatMessage[]> {
  const messages: ChatMessage[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const read = await call(chatbotEndpoints.history, {
      params: { conversationId },
      query: { page, pageSize: MOST_AT_ONCE },
    });
    messages.unshift(...read.items);
    last = read.totalPages;
  }
  return messages;
}

export interface NewMessage {
  /** The question's own: asked again under it, it is kept and answered once. */
  id: string;
  message: string;
  context: PageContext;
  conversationId: string | undefined;
  type: "text" | "quick_action";
}

/** Asks, and puts question and answer where the conversation is read. */
export function useSendMessage() {
  const queryClient = useQueryClient();
  const { id: userId } = useCurrentUser();
  return useMutation({
    mutationKey: chatbotKeys.send,
    mutationFn: ({ conversationId, ...body }: NewMessage) =>
      call(chatbotEndpoints.send, {
        body: { ...body, ...(conversationId === undefined ? {} : { conversationId }) },
      }),
    onSuccess: async ({ conversationId }) => {
      tellOtherTabs(userId);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: [...chatbotKeys.history, conversationId] }),
        queryClient.invalidateQueries({ queryKey: chatbotKeys.conversations }),
      ]);
    },
    // The question may have been kept before its answer failed, and the conversation may be gone: it is read again.
    onError: (_, { conversationId }) =>
      conversationId === undefined
        ? undefined
        : queryClient.invalidateQueries({ queryKey: [...chatbotKeys.history, conversationId] }),
  });
}

/** What can be done with a conversation. Failures of deleting and clearing are logged only. */
export function useConversationDeeds() {
  const queryClient = useQueryClient();
  const { id: userId } = useCurrentUser();
  const listChanged = () => {
    tellOtherTabs(userId);
    return queryClient.invalidateQueries({ queryKey: chatbotKeys.conversations });
  };
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
      onSuccess: listChanged,
      onError: logged,
    }),
    restore: useMutation({
      mutationFn: (id: string) => call(chatbotEndpoints.restore, { params: { id } }),
      onSuccess: listChanged,
    }),
    clear: useMutation({
      mutationFn: (id: string) => call(chatbotEndpoints.clear, { params: { id } }),
      onSuccess: async (_, id) => {
        await queryClient.invalidateQueries({ queryKey: [...chatbotKeys.history, id] });
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
