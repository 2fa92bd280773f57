import { supportStaffEndpoints, supportTimings } from "@forestay/contracts/wire";
import type { EndpointResponse, StaffSession } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast-store.ts";
import { byHubOrHttp } from "@/components/support/by-hub-or-http.ts";
import { keepSession } from "@/components/support/support-queries.ts";
import { call } from "@/lib/api/index.ts";
import { callOnce } from "@/lib/api/call-once.ts";
import { supportKeys } from "@/lib/api/query-keys.ts";
import { liveConnection } from "@/lib/live/index.ts";

export type QueueFilter = "all" | "waiting" | "ai" | "admin";
export type StaffQueue = EndpointResponse<typeof supportStaffEndpoints.sessions>;
export type StaffSessionDetail = EndpointResponse<typeof supportStaffEndpoints.session>;

/** Which part of the queue a page shows. */
export interface QueuePart {
  filter: QueueFilter;
  search: string;
  page: number;
}

export const staffQueries = {
  /** Asked again every 30 s, in the background too: whoever waits must not wait for a tab. */
  queue: ({ filter, search, page }: QueuePart) =>
    queryOptions({
      queryKey: [...supportKeys.queue, { filter, search, page }],
      queryFn: ({ signal }) =>
        call(supportStaffEndpoints.sessions, {
          query: {
            status: filter === "all" ? undefined : filter,
            search: search === "" ? undefined : search,
            page,
          },
          signal,
        }),
      refetchInterval: supportTimings.adminListRefetchMs,
      refetchIntervalInBackground: true,
      placeholderData: keepPreviousData,
    }),
  session: (id: string) =>
    queryOptions({
      queryKey: [...supportKeys.staffSession, id],
      queryFn: ({ signal }) => call(supportStaffEndpoints.session, { params: { id }, signal }),
    }),
  tiles: () =>
    queryOptions({
      queryKey: supportKeys.tiles,
      queryFn: ({ signal }) => call(supportStaffEndpoints.tiles, { signal }),
      refetchInterval: supportTimings.adminListRefetchMs,
    }),
  replies: () =>
    queryOptions({
      queryKey: supportKeys.replies,
      queryFn: ({ signal }) => call(supportStaffEndpoints.cannedReplies, { signal }),
    }),
};

function useTaken(fail: string) {
  const queryClient = useQueryClient();
  return {
    onSuccess: (session: StaffSession) => {
      keepSession(queryClient, session);
      queryClient.setQueryData(staffQueries.session(session.id).queryKey, (data) =>
        data === undefined ? data : { ...data, session },
      );
    },
    onError: (error: Error) => void toast.error(fail, error.message),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: supportKeys.queue });
      void queryClient.invalidateQueries({ queryKey: supportKeys.staffSession });
      void queryClient.invalidateQueries({ queryKey: supportKeys.messages });
    },
  };
}

/** Takes a session. Who was later sees in the queue who has it; a failure is logged only. */
export function useClaim(id: string) {
  return useMutation({
    // Claiming what one has is no mistake: tried by both ways it is claimed once.
    mutationFn: () =>
      byHubOrHttp(
        id,
        () => liveConnection.invoke("PickupSupportSession", id),
        () => call(supportStaffEndpoints.claim, { params: { id } }),
      ),
    ...useTaken("The session was not claimed"),
    // oxlint-disable-next-line no-console -- the log is where a developer looks; nobody is told
    onError: (error) => console.error("The session was not claimed:", error.message),
  });
}

/** Hands a session back to the queue. */
export function useRelease(id: string) {
  return useMutation({
    mutationFn: () => call(supportStaffEndpoints.release, { params: { id } }),
    ...useTaken("The session was not handed back"),
  });
}

export function useAddNote(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: string) => callOnce(supportStaffEndpoints.addNote, { params: { id }, body: { body } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: staffQueries.session(id).queryKey }),
  });
}

/** Keeps, changes or removes a reply that is written once. */
export function useReplyChanges() {
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: supportKeys.replies });
  const save = useMutation({
    mutationFn: ({ id, ...body }: { id?: string | undefined; title: string; body: string }) =>
      id === undefined
        ? callOnce(supportStaffEndpoints.createReply, { body })
        : call(supportStaffEndpoints.updateReply, { params: { id }, body }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call(supportStaffEndpoints.removeReply, { params: { id } }),
    onSettled,
  });
  return { save, remove };
}
