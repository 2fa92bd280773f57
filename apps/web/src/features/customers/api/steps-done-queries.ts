import { nextStepEndpoints } from "@forestay/contracts/wire";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { analyticsKeys, customerKeys } from "@/lib/api/query-keys.ts";

/** Next steps taken with a customer, newest first. */
export const stepsDoneQuery = (customerId: string) =>
  queryOptions({
    queryKey: [...customerKeys.stepsDone, customerId],
    queryFn: ({ signal }) => call(nextStepEndpoints.listDone, { params: { id: customerId }, signal }),
  });

/** What was measured of each step that was ever taken. */
export const stepEffectsQuery = () =>
  queryOptions({
    queryKey: analyticsKeys.stepEffects,
    queryFn: ({ signal }) => call(nextStepEndpoints.effects, { signal }),
  });

/** Marks a step as taken, or takes the mark back; the timeline follows. */
export function useMarkStep(customerId: string) {
  const refresh = useRefresh(customerId);
  return useMutation({
    mutationFn: (code: string) =>
      call(nextStepEndpoints.markDone, {
        params: { id: customerId },
        body: { code },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: refresh,
  });
}

export function useUnmarkStep(customerId: string) {
  const refresh = useRefresh(customerId);
  return useMutation({
    mutationFn: (stepId: string) =>
      call(nextStepEndpoints.unmarkDone, { params: { id: customerId, stepId } }),
    onSuccess: refresh,
  });
}

function useRefresh(customerId: string) {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: stepsDoneQuery(customerId).queryKey }),
      queryClient.invalidateQueries({ queryKey: [...customerKeys.events, customerId] }),
    ]);
}
