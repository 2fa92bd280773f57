import { reportEndpoints } from "@forestay/contracts/wire";
import type { EndpointBody, ReportSubscription } from "@forestay/contracts/wire";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callOnce } from "@/lib/api/call-once.ts";
import { call, startDownload } from "@/lib/api/index.ts";
import { reportKeys } from "@/lib/api/query-keys.ts";

export const subscriptionQuery = queryOptions({
  queryKey: reportKeys.mine,
  queryFn: ({ signal }) => call(reportEndpoints.get, { signal }),
});

function useKept() {
  const queryClient = useQueryClient();
  return (saved: ReportSubscription) => queryClient.setQueryData(subscriptionQuery.queryKey, saved);
}

/** Subscribes, or changes when and of what. */
export function useSubscribe() {
  const onSuccess = useKept();
  return useMutation({
    mutationFn: (body: EndpointBody<typeof reportEndpoints.subscribe>) =>
      call(reportEndpoints.subscribe, { body }),
    onSuccess,
  });
}

export function useUnsubscribe() {
  const onSuccess = useKept();
  return useMutation({ mutationFn: () => call(reportEndpoints.unsubscribe), onSuccess });
}

/** Has one mailed at once; two presses send one. */
export function useSendReport() {
  return useMutation({
    mutationFn: (body: EndpointBody<typeof reportEndpoints.send>) => callOnce(reportEndpoints.send, { body }),
  });
}

/** Asks for a one-time link to the dashboard as a PDF and starts the download. */
export function useReportFile() {
  return useMutation({
    mutationFn: (body: EndpointBody<typeof reportEndpoints.createFile>) =>
      call(reportEndpoints.createFile, { body }),
    onSuccess: ({ downloadPath }) => startDownload(downloadPath),
  });
}
