import { campaignEndpoints, integrationEndpoints } from "@forestay/contracts/wire";
import type { CampaignInput, EndpointBody, EndpointQuery } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callOnce } from "@/lib/api/call-once.ts";
import { call } from "@/lib/api/index.ts";
import { campaignKeys } from "@/lib/api/query-keys.ts";

export type CampaignListQuery = EndpointQuery<typeof campaignEndpoints.list>;
type MessageBody = EndpointBody<typeof campaignEndpoints.previewMessage>;

/** Steps are taken and customers enter without anybody's doing. */
const POLL_MS = 15_000;

export const campaignQueries = {
  list: (query: CampaignListQuery) =>
    queryOptions({
      queryKey: [...campaignKeys.list, query],
      queryFn: ({ signal }) => call(campaignEndpoints.list, { query, signal }),
      placeholderData: keepPreviousData,
      refetchInterval: POLL_MS,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...campaignKeys.detail, id],
      queryFn: ({ signal }) => call(campaignEndpoints.get, { params: { id }, signal }),
      refetchInterval: POLL_MS,
    }),
  results: (id: string) =>
    queryOptions({
      queryKey: [...campaignKeys.results, id],
      queryFn: ({ signal }) => call(campaignEndpoints.results, { params: { id }, signal }),
      refetchInterval: POLL_MS,
    }),
  channels: () =>
    queryOptions({
      queryKey: campaignKeys.channels,
      queryFn: ({ signal }) => call(integrationEndpoints.channels, { params: { provider: "slack" }, signal }),
      retry: false,
    }),
  worth: (query: EndpointQuery<typeof campaignEndpoints.worth>) =>
    queryOptions({
      queryKey: [...campaignKeys.worth, query],
      queryFn: ({ signal }) => call(campaignEndpoints.worth, { query, signal }),
    }),
  preview: (input: CampaignInput) =>
    queryOptions({
      queryKey: [...campaignKeys.preview, input],
      queryFn: ({ signal }) => call(campaignEndpoints.preview, { body: input, signal }),
      placeholderData: keepPreviousData,
      retry: false,
    }),
  message: (body: MessageBody) =>
    queryOptions({
      queryKey: [...campaignKeys.message, body],
      queryFn: ({ signal }) => call(campaignEndpoints.previewMessage, { body, signal }),
      retry: false,
    }),
};

/** Saves a new campaign, or a change of one. */
export function useSaveCampaign(known: { id: string; version: number } | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: CampaignInput) =>
      known === undefined
        ? callOnce(campaignEndpoints.create, { body: input })
        : call(campaignEndpoints.update, {
            params: { id: known.id },
            body: { ...input, version: known.version },
          }),
    onSuccess: (saved) => {
      queryClient.setQueryData(campaignQueries.detail(saved.id).queryKey, saved);
      return queryClient.invalidateQueries({ queryKey: campaignKeys.list });
    },
  });
}

function useChanged() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: campaignKeys.all });
}

export function useStartCampaign() {
  const onSettled = useChanged();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & EndpointBody<typeof campaignEndpoints.start>) =>
      callOnce(campaignEndpoints.start, { params: { id }, body }),
    onSettled,
  });
}

/** Call off, pause, resume, archive, duplicate: by what they are called on the wire. */
export function useCampaignDeed(deed: "callOff" | "pause" | "resume" | "archive" | "duplicate") {
  const onSuccess = useChanged();
  return useMutation({
    mutationFn: (id: string) => callOnce(campaignEndpoints[deed], { params: { id } }),
    onSuccess,
  });
}

export function useSendTest() {
  return useMutation({
    mutationFn: (body: MessageBody) => callOnce(campaignEndpoints.testMessage, { body }),
  });
}
