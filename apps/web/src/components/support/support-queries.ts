import { hasEnded, supportEndpoints, supportTimings } from "@forestay/contracts/wire";
import type { StartSessionInput, SupportSession } from "@forestay/contracts/wire";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { keptThread } from "@/components/chat/chat-store.ts";
import { call } from "@/lib/api/index.ts";
import { callOnce } from "@/lib/api/call-once.ts";
import { supportKeys } from "@/lib/api/query-keys.ts";
import { withKnownPlaces, withNews } from "./thread-data.ts";
import type { ActiveSession } from "./thread-data.ts";

/** What the pages know of live support. Intervals are what is left when the hub is away. */
export const supportQueries = {
  /** My open session, if any, whether somebody is there, and the support address. */
  active: () =>
    queryOptions({
      queryKey: supportKeys.active,
      queryFn: async ({ signal, client }) => {
        const asked = await call(supportEndpoints.active, { signal });
        return withKnownPlaces(asked, client.getQueryData<ActiveSession>(supportKeys.active));
      },
      staleTime: supportTimings.activeStaleMs,
      refetchInterval: supportTimings.activeRefetchMs,
    }),
  /** The newest 200 messages of a session, with the session. */
  messages: (sessionId: string) => {
    const queryKey = [...supportKeys.messages, sessionId];
    return queryOptions({
      queryKey,
      queryFn: async ({ signal, client }) => {
        const asked = await call(supportEndpoints.messages, { params: { id: sessionId }, signal });
        return withNews(asked, client.getQueryData(queryKey));
      },
      // As this browser kept it, until the answer is there.
      initialData: () => keptThread(sessionId),
      initialDataUpdatedAt: 0,
      refetchInterval: supportTimings.messagesRefetchMs,
      staleTime: supportTimings.messagesRefetchMs,
    });
  },
  /** My sessions, page by page. */
  past: (search: string) =>
    infiniteQueryOptions({
      queryKey: [...supportKeys.sessions, { search }],
      queryFn: ({ signal, pageParam }) =>
        call(supportEndpoints.list, {
          query: { search: search === "" ? undefined : search, page: pageParam },
          signal,
        }),
      initialPageParam: 1,
      getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
      select: ({ pages }) => ({
        items: pages.flatMap(({ items }) => items),
        totalCount: pages.at(-1)?.totalCount ?? 0,
      }),
    }),
  image: (sessionId: string, attachmentId: string) =>
    queryOptions({
      queryKey: [...supportKeys.image, sessionId, attachmentId],
      queryFn: ({ signal }) =>
        call(supportEndpoints.attachment, { params: { id: sessionId, attachmentId }, signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  address: () =>
    queryOptions({
      queryKey: [...supportKeys.active, "address"],
      queryFn: ({ signal }) => call(supportEndpoints.address, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
};

/** A session that changed, wherever it is shown, before anything is asked again. */
export function keepSession(queryClient: QueryClient, session: SupportSession): void {
  queryClient.setQueryData(supportQueries.messages(session.id).queryKey, (data) =>
    data === undefined ? data : { ...data, session },
  );
  // At once, so that nothing takes an ended one for open while that is asked again.
  if (hasEnded(session.status))
    queryClient.setQueryData(supportQueries.active().queryKey, (data) =>
      data?.session?.id === session.id ? { ...data, session: null } : data,
    );
  void queryClient.invalidateQueries({ queryKey: supportKeys.active });
  void queryClient.invalidateQueries({ queryKey: supportKeys.sessions });
}

/** Asks for a person. Rejects where a session is open already, in the server's words. */
export function useStartSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: StartSessionInput) => callOnce(supportEndpoints.start, { body }),
    onSuccess: (session) => {
      queryClient.setQueryData(supportQueries.active().queryKey, (data) =>
        data === undefined ? data : { ...data, session },
      );
      keepSession(queryClient, session);
    },
    // Another tab may have begun one, which this page does not know yet.
    onError: () => queryClient.invalidateQueries({ queryKey: supportKeys.active }),
  });
}

/** Ends a session with a reason. `onEnded` is called even where what shows the session is gone by then. */
export function useEndSession(sessionId: string, onEnded?: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) =>
      call(supportEndpoints.close, { params: { id: sessionId }, body: { reason } }),
    onSuccess: (session) => {
      keepSession(queryClient, session);
      onEnded?.();
    },
    // oxlint-disable-next-line no-console -- the log is where a developer looks; nobody is told
    onError: (error) => console.error("The session was not ended:", error.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: supportKeys.messages }),
  });
}

/** Asks for a human while the assistant answers. */
export function useAskForPerson(sessionId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      callOnce(supportEndpoints.escalate, {
        params: { id: sessionId },
        body: { reason: "asked for a person" },
      }),
    onSuccess: (session) => keepSession(queryClient, session),
  });
}

/** Says whether an ended session helped. */
export function useRateSession(sessionId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { wasHelpful: boolean; comment?: string }) =>
      call(supportEndpoints.rate, { params: { id: sessionId }, body }),
    onSuccess: (session) => keepSession(queryClient, session),
  });
}
