import { customerEndpoints, segmentEndpoints } from "@forestay/contracts/wire";
import type { CriteriaNode, EndpointBody, EndpointQuery, Segment } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callOnce } from "@/lib/api/call-once.ts";
import { call, startDownload } from "@/lib/api/index.ts";
import { segmentKeys } from "@/lib/api/query-keys.ts";
import { memberCriteria } from "../hooks/segment-words.ts";

export type SegmentListQuery = EndpointQuery<typeof segmentEndpoints.list>;
export type SegmentBody = EndpointBody<typeof segmentEndpoints.create>;

export const segmentQueries = {
  list: (query: SegmentListQuery) =>
    queryOptions({
      queryKey: [...segmentKeys.list, query],
      queryFn: ({ signal }) => call(segmentEndpoints.list, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...segmentKeys.detail, id],
      queryFn: ({ signal }) => call(segmentEndpoints.get, { params: { id }, signal }),
    }),
  preview: (criteria: readonly CriteriaNode[], segmentId: string | undefined, isExact: boolean) =>
    queryOptions({
      queryKey: [...segmentKeys.preview, criteria, segmentId, isExact],
      queryFn: ({ signal }) =>
        call(segmentEndpoints.preview, {
          body: { criteria: [...criteria], isExact, ...(segmentId === undefined ? {} : { segmentId }) },
          signal,
        }),
      // What a line lacks is said at it; asking again would not mend it.
      retry: false,
    }),
  suggestions: () =>
    queryOptions({
      queryKey: segmentKeys.suggestions,
      queryFn: ({ signal }) => call(segmentEndpoints.suggestions, { signal }),
      // They follow from scores, and cost a second to find: news of a member does not make them old.
      staleTime: 300_000,
    }),
  narrowing: (id: string) =>
    queryOptions({
      queryKey: [...segmentKeys.narrowing, id],
      queryFn: ({ signal }) => call(segmentEndpoints.narrowing, { params: { id }, signal }),
    }),
  comparison: (id: string) =>
    queryOptions({
      queryKey: [...segmentKeys.comparison, id],
      queryFn: ({ signal }) => call(segmentEndpoints.comparison, { params: { id }, signal }),
    }),
  flow: (id: string) =>
    queryOptions({
      queryKey: [...segmentKeys.flow, id],
      queryFn: ({ signal }) => call(segmentEndpoints.flow, { params: { id }, signal }),
    }),
  members: (id: string) =>
    queryOptions({
      queryKey: [...segmentKeys.members, id],
      queryFn: ({ signal }) =>
        call(customerEndpoints.list, {
          query: { conditions: JSON.stringify(memberCriteria(id)), pageSize: 6, sort: "churnRiskScore" },
          signal,
        }),
    }),
};

/** What a sentence asks for. */
export function useReadSentence() {
  return useMutation({ mutationFn: (text: string) => call(segmentEndpoints.sentence, { body: { text } }) });
}

/** Keeps a segment, new or with the version that was changed. */
export function useSaveSegment(segment: Segment | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, version }: { body: SegmentBody; version: number }) =>
      segment === undefined
        ? callOnce(segmentEndpoints.create, { body })
        : call(segmentEndpoints.update, { params: { id: segment.id }, body: { ...body, version } }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(segmentQueries.detail(saved.id).queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: segmentKeys.list });
    },
  });
}

/** What can be done with a segment that stands. */
export function useSegmentDeeds({ id }: Pick<Segment, "id">) {
  const queryClient = useQueryClient();
  const listChanged = () => queryClient.invalidateQueries({ queryKey: segmentKeys.list });
  return {
    duplicate: useMutation({
      mutationFn: () => callOnce(segmentEndpoints.duplicate, { params: { id } }),
      onSuccess: listChanged,
    }),
    remove: useMutation({
      mutationFn: () => call(segmentEndpoints.delete, { params: { id } }),
      onSuccess: listChanged,
    }),
    exportMembers: useMutation({
      mutationFn: () =>
        call(customerEndpoints.createExport, {
          body: { selection: { filter: { conditions: memberCriteria(id) }, exceptIds: [] } },
        }),
      onSuccess: ({ downloadPath }) => startDownload(downloadPath),
    }),
  };
}
