import { trackRecordEndpoints } from "@forestay/contracts/wire";
import type { EndpointBody } from "@forestay/contracts/wire";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { analyticsKeys, customerKeys } from "@/lib/api/query-keys.ts";

/** What people said of a customer's scores, newest first. */
export const feedbackQuery = (customerId: string) =>
  queryOptions({
    queryKey: [...customerKeys.feedback, customerId],
    queryFn: ({ signal }) => call(trackRecordEndpoints.listFeedback, { params: { id: customerId }, signal }),
  });

export function useSayOfScore(customerId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointBody<typeof trackRecordEndpoints.sayOfScore>) =>
      call(trackRecordEndpoints.sayOfScore, { params: { id: customerId }, body }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: customerKeys.feedback }),
        queryClient.invalidateQueries({ queryKey: analyticsKeys.trackRecord }),
      ]),
  });
}
