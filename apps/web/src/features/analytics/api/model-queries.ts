import { modelRoutes } from "@forestay/contracts/models";
import type { RouteBodyInput } from "@forestay/contracts/route";
import { trackRecordRoutes } from "@forestay/contracts/track-record";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callOnce } from "@/lib/api/call-once.ts";
import { call, startDownload } from "@/lib/api/index.ts";

export const modelQueries = {
  list: () =>
    queryOptions({
      queryKey: ["analytics", "models"],
      queryFn: ({ signal }) => call(modelRoutes.list, { signal }),
    }),
  card: (version: string) =>
    queryOptions({
      queryKey: ["analytics", "models", version],
      queryFn: ({ signal }) => call(modelRoutes.card, { params: { version }, signal }),
    }),
  columns: () =>
    queryOptions({
      queryKey: ["analytics", "columns"],
      queryFn: ({ signal }) => call(modelRoutes.columns, { signal }),
    }),
  trackRecord: () =>
    queryOptions({
      queryKey: ["analytics", "track-record"],
      queryFn: ({ signal }) => call(trackRecordRoutes.get, { signal }),
    }),
};

export function useActivateModel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (version: string) => callOnce(modelRoutes.activate, { params: { version } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["analytics"] }),
  });
}

export function useChooseColumn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RouteBodyInput<typeof modelRoutes.chooseColumn>) =>
      callOnce(modelRoutes.chooseColumn, { body }),
    onSuccess: (stored) => queryClient.setQueryData(modelQueries.columns().queryKey, stored),
  });
}

export function useModelCardExport() {
  return useMutation({
    mutationFn: (version: string) => call(modelRoutes.createExport, { params: { version } }),
    onSuccess: ({ downloadPath }) => startDownload(downloadPath),
  });
}
