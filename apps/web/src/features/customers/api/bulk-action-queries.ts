import {
  BULK_POLL_MS,
  bulkActionEndpoints,
  isBulkActionOpen,
  segmentEndpoints,
} from "@forestay/contracts/wire";
import type { EndpointBody, Tag } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callOnce } from "@/lib/api/call-once.ts";
import { call } from "@/lib/api/index.ts";
import { customerKeys, segmentKeys, workKeys } from "@/lib/api/query-keys.ts";

/** What was done with many customers lately; looked at again while one is at work. */
export const bulkActionsQuery = () =>
  queryOptions({
    queryKey: customerKeys.bulkActions,
    queryFn: ({ signal }) => call(bulkActionEndpoints.list, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => isBulkActionOpen(status)) ? BULK_POLL_MS : false,
  });

/** Whom an action that stopped did not come to, as many of them as are shown. */
export const bulkRestQuery = (id: string, pageSize: number) =>
  queryOptions({
    queryKey: [...customerKeys.bulkActions, id, pageSize] as const,
    queryFn: ({ signal }) => call(bulkActionEndpoints.rest, { params: { id }, query: { pageSize }, signal }),
    placeholderData: keepPreviousData,
  });

function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [customerKeys.bulkActions, workKeys.all, segmentKeys.fields].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}

export function useStartBulkAction() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: EndpointBody<typeof bulkActionEndpoints.start>) =>
      callOnce(bulkActionEndpoints.start, { body }),
    onSuccess: refresh,
  });
}

export function useMoveBulkAction() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, how }: { id: string; how: "undo" | "resume" }) =>
      callOnce(bulkActionEndpoints[how], { params: { id } }),
    onSuccess: refresh,
  });
}

/** A segment of everybody with a tag. */
export function useSegmentOfTag() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: Tag) =>
      callOnce(segmentEndpoints.create, {
        body: {
          name,
          description: "",
          type: 0,
          status: 1,
          color: "teal",
          criteria: [{ field: "tags", operator: "In", value: [id] }],
        },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: segmentKeys.all }),
  });
}
