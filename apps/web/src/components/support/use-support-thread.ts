import { supportEndpoints } from "@forestay/contracts/wire";
import type { SupportMessage, SupportSession } from "@forestay/contracts/wire";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { QueryClient, UseQueryResult } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { unsentIn, useChatStore } from "@/components/chat/chat-store.ts";
import type { UnsentMessage } from "@/components/chat/chat-store.ts";
import { pageId } from "@/components/chat/living-pages.ts";
import { useOwnChat } from "@/components/chat/use-own-chat.ts";
import { call, isRefusal } from "@/lib/api/index.ts";
import { supportKeys } from "@/lib/api/query-keys.ts";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { liveConnection, useLiveConnection } from "@/lib/live/index.ts";
import { byHubOrHttp } from "./by-hub-or-http.ts";
import { supportQueries } from "./support-queries.ts";
import type { SupportThreadData } from "./thread-data.ts";
import { withEarlier, withMessage, withReadMark } from "./thread-data.ts";
import { useTypingNotice, useTypist } from "./use-typing.ts";

export interface SupportThreadState {
  query: UseQueryResult<SupportThreadData>;
  session: SupportSession | undefined;
  messages: readonly SupportMessage[];
  outgoing: readonly UnsentMessage[];
  /** There are messages before the first of these. */
  hasEarlier: boolean;
  earlier: { load: () => void; isLoading: boolean; hasFailed: boolean };
  /** Who of the other side is writing at this moment. */
  typist: string | null;
  /** The hub is connected; without it messages go by HTTP and come by polling. */
  isLive: boolean;
  send: (content: string, attachmentId?: string) => void;
  retry: (id: string) => void;
  discard: (id: string) => void;
  /** Called on each key: the other side hears that it began, and that it stopped after a second. */
  noteTyping: () => void;
}

/**
 * One support session as either side has it open: its messages once each and in order, whichever way they come, and a way
 * to write that tries the hub first and HTTP under the same id when that fails. Joined to the session's room while shown.
 * What shows another session is another component: give it the session's id as its key.
 */
export function useSupportThread(sessionId: string, side: "user" | "staff"): SupportThreadState {
  useOwnChat(useCurrentUser().id);
  // What was said while nothing showed the session reached nobody's cache, however fresh that is.
  const query = useQuery({ ...supportQueries.messages(sessionId), refetchOnMount: "always" });
  const isLive = useLiveConnection(({ state }) => state === "Connected");
  useThreadNews(sessionId, query.data !== undefined);
  const typist = useTypist(sessionId);
  const noteTyping = useTypingNotice(sessionId);
  const { outgoing, ...writing } = useOutgoing(sessionId);
  useReadMark(sessionId, side, query.data);
  const earlier = useEarlier(sessionId, query.data?.items[0]?.sequence);
  const messages = query.data?.items ?? [];
  useKeptThread(side, query.data, outgoing);
  return {
    query,
    session: query.data?.session,
    messages,
    hasEarlier: query.data?.hasEarlier ?? false,
    earlier,
    outgoing: outgoing.filter((one) => !messages.some(({ id }) => id === one.id)),
    typist,
    isLive,
    noteTyping,
    ...writing,
  };
}

/**
 * Keeps the thread in the cache as news comes in, and asks for what a gap says was missed. What is said while the thread
 * is read for the first time may be missing in it, and waits for it.
 */
function useThreadNews(sessionId: string, isRead: boolean): void {
  const queryClient = useQueryClient();
  const early = useRef<SupportMessage[]>([]);
  const add = useCallback(
    (message: SupportMessage) => {
      const { queryKey } = supportQueries.messages(sessionId);
      if (message.sessionId !== sessionId) return;
      const data = queryClient.getQueryData(queryKey);
      if (data === undefined) return void early.current.push(message);
      const after = withMessage(data, message);
      queryClient.setQueryData(queryKey, after.data);
      if (!after.isWhole) void queryClient.invalidateQueries({ queryKey });
    },
    [queryClient, sessionId],
  );
  useEffect(() => {
    if (isRead) early.current.splice(0).forEach(add);
  }, [isRead, add]);
  useEffect(() => {
    const { queryKey } = supportQueries.messages(sessionId);
    const refetch = () => void queryClient.invalidateQueries({ queryKey });
    const ifMine = (payload: { sessionId: string }) => {
      if (payload.sessionId === sessionId) refetch();
    };
    const stops = [
      liveConnection.on("SupportMessageReceived", add),
      liveConnection.on("message_received", add),
      liveConnection.on("support_messages_read", (mark) => {
        if (mark.sessionId !== sessionId) return;
        queryClient.setQueryData(queryKey, (data) => (data === undefined ? data : withReadMark(data, mark)));
      }),
      liveConnection.on("SupportSessionClaimed", ({ id }) => ifMine({ sessionId: id })),
      liveConnection.on("SupportSessionEscalated", ifMine),
      liveConnection.on("SupportSessionClosed", ifMine),
      liveConnection.on("session_assigned", ifMine),
      // Who answers may have gone, and it waits again: staff who look on hear that by the queue alone.
      liveConnection.on("active_sessions", ifMine),
      liveConnection.on("admin_picked_up_session", ifMine),
      liveConnection.on("user_joined_session", ifMine),
      liveConnection.on("session_closed", ifMine),
      // What was said while nobody listened.
      liveConnection.onConnected(refetch),
      liveConnection.stayJoined(["JoinSupportSession", sessionId], ["LeaveSupportSession", sessionId]),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient, sessionId, add]);
}

/** The person's own session stays in this browser as it is read, and what has arrived is not on its way any more, whichever tab sent it. */
function useKeptThread(
  side: "user" | "staff",
  data: SupportThreadData | undefined,
  outgoing: readonly UnsentMessage[],
): void {
  const keep = useChatStore((store) => store.keepThread);
  const change = useChatStore((store) => store.changeUnsent);
  useEffect(() => {
    if (data !== undefined && side === "user") keep(data);
  }, [data, side, keep]);
  useEffect(() => {
    const known = new Set(data?.items.map(({ id }) => id));
    if (data !== undefined && outgoing.some(({ id }) => known.has(id)))
      change(data.session.id, (all) => all.filter(({ id }) => !known.has(id)));
  }, [data, outgoing, change]);
}

/** The way to what was said before the first message that is shown. */
function useEarlier(sessionId: string, first: number | undefined): SupportThreadState["earlier"] {
  const queryClient = useQueryClient();
  const { mutate, isPending, isError } = useMutation({
    mutationFn: (before: number) =>
      call(supportEndpoints.messages, { params: { id: sessionId }, query: { before } }),
    onSuccess: (page) =>
      queryClient.setQueryData(supportQueries.messages(sessionId).queryKey, (data) =>
        data === undefined ? data : withEarlier(data, page),
      ),
  });
  return {
    load: () => {
      if (first !== undefined) mutate(first);
    },
    isLoading: isPending,
    hasFailed: isError,
  };
}

function useOutgoing(sessionId: string) {
  const queryClient = useQueryClient();
  const outgoing = useChatStore(unsentIn(sessionId));
  const change = useChatStore((store) => store.changeUnsent);

  const attempt = useCallback(
    async (message: UnsentMessage) => {
      const { queryKey } = supportQueries.messages(sessionId);
      try {
        const sent = await sendOnce(sessionId, message);
        queryClient.setQueryData(queryKey, (data) =>
          data === undefined ? data : withMessage(data, sent).data,
        );
        change(sessionId, (all) => all.filter(({ id }) => id !== message.id));
      } catch (error) {
        const refusal = isRefusal(error) ? error.message : undefined;
        change(sessionId, (all) =>
          all.map((one) => (one.id === message.id ? { ...one, hasFailed: true, refusal } : one)),
        );
        void queryClient.invalidateQueries({ queryKey: supportKeys.messages });
      }
    },
    [queryClient, sessionId, change],
  );

  return {
    outgoing,
    send: (content: string, attachmentId?: string) => {
      const message = { id: crypto.randomUUID(), content, attachmentId, hasFailed: false, pageId };
      change(sessionId, (all) => [...all, message]);
      void attempt(message);
    },
    retry: (id: string) => {
      const message = outgoing.find((one) => one.id === id);
      if (message === undefined) return;
      change(sessionId, (all) =>
        all.map((one) => (one.id === id ? { ...one, hasFailed: false, refusal: undefined, pageId } : one)),
      );
      void attempt(message);
    },
    discard: (id: string) => change(sessionId, (all) => all.filter((one) => one.id !== id)),
  };
}

/** Under the id that both ways know it by. */
function sendOnce(sessionId: string, { id, content, attachmentId }: UnsentMessage): Promise<SupportMessage> {
  const message = { id, content, ...(attachmentId === undefined ? {} : { attachmentId }) };
  return byHubOrHttp(
    id,
    () => liveConnection.invoke("SendMessage", sessionId, message),
    () => call(supportEndpoints.send, { params: { id: sessionId }, body: { ...message, sessionId } }),
  );
}

/** What stands on a page that somebody looks at has been read. */
function useReadMark(sessionId: string, side: "user" | "staff", data: SupportThreadData | undefined): void {
  const queryClient = useQueryClient();
  const told = useRef(0);
  const last = data?.session.lastSequence ?? 0;
  const mine = side === "user" ? data?.session.userReadSequence : data?.session.staffReadSequence;
  const mayTell =
    side === "user" || (data?.session.status === "AdminActive" && data.session.assignedAdminId !== null);
  const { id: ownId } = useCurrentUser();
  const isOurs = side === "user" || data?.session.assignedAdminId === ownId;
  useEffect(() => {
    if (!mayTell || !isOurs) return undefined;
    const tell = () => {
      if (document.visibilityState === "hidden" || last <= Math.max(mine ?? 0, told.current)) return;
      told.current = last;
      const body = { sequence: last };
      call(supportEndpoints.read, { params: { id: sessionId }, body }).then(
        () => {
          if (side === "user") noteRead(queryClient, sessionId, last);
        },
        () => (told.current = 0),
      );
    };
    tell();
    document.addEventListener("visibilitychange", tell);
    return () => document.removeEventListener("visibilitychange", tell);
  }, [queryClient, sessionId, side, last, mine, mayTell, isOurs]);
}

/** Where the person's sessions are counted, what they have read is not new any more. */
function noteRead(queryClient: QueryClient, sessionId: string, sequence: number): void {
  queryClient.setQueryData(supportQueries.active().queryKey, (known) =>
    known?.session?.id === sessionId
      ? {
          ...known,
          session: {
            ...known.session,
            userReadSequence: Math.max(known.session.userReadSequence, sequence),
            lastSequence: Math.max(known.session.lastSequence, sequence),
          },
        }
      : known,
  );
  void queryClient.invalidateQueries({ queryKey: supportKeys.sessions });
}
