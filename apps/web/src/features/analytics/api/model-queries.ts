import { modelEndpoints, trackRecordEndpoints } from "@forestay/contracts/wire";
import type { EndpointBody } from "@forestay/contracts/wire";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callOnce } from "@/lib/api/call-once.ts";
import { analyticsKeys } from "@/lib/api/query-keys.ts";
import { call, startDownload } from "@/lib/api/index.ts";

export const modelQueries = {
  list: () =>
    queryOptions({
      queryKey: analyticsKeys.models,
      queryFn: ({ signal }) => call(modelEndpoints.list, { signal }),
    }),
  card: (version: string) =>
    queryOptions({
      queryKey: [...analyticsKeys.models, version],
      queryFn: ({ signal }) => call(modelEndpoints.card, { params: { version }, signal }),
    }),
  columns: () =>
    queryOptions({
      queryKey: analyticsKeys.columns,
      queryFn: ({ signal }) => call(modelEndpoints.columns, { signal }),
    }),
  trackRecord: () =>
    queryOptions({
      queryKey: analyticsKeys.trackRecord,
      queryFn: ({ signal }) => call(trackRecordEndpoints.get, { signal }),
    }),
};

export function useActivateModel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (version: string) => callOnce(modelEndpoints.activate, { params: { version } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: analyticsKeys.all }),
  });
}

export function useChooseColumn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointBody<typeof modelEndpoints.chooseColumn>) =>
      callOnce(modelEndpoints.chooseColumn, { body }),
    onSuccess: (stored) => queryClient.setQueryData(modelQueries.columns().queryKey, stored),
  });
}

export function useModelCardExport() {
  return useMutation({
    mutationFn: (version: string) => call(modelEndpoints.createExport, { params: { version } }),
    onSuccess: ({ downloadPath }) => startDownload(downloadPath),
  });
}
