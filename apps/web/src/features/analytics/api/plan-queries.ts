import { analysisEndpoints, nextStepEndpoints, planEndpoints } from "@forestay/contracts/wire";
import type { EndpointBody, EndpointQuery } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, startDownload } from "@/lib/api/index.ts";
import { analyticsKeys } from "@/lib/api/query-keys.ts";

export type PlanQuery = EndpointQuery<typeof planEndpoints.plan>;
export type PlanChoice = EndpointBody<typeof planEndpoints.createPlanExport>;
type StepsBody = EndpointBody<typeof nextStepEndpoints.update>;

/** Runs offered for a comparison: the newest ones. */
const MOST_OFFERED = 50;

export const planQueries = {
  /** The last answer stays on screen while the next is on its way: a slider must not flicker. */
  plan: (id: string, query: PlanQuery) =>
    queryOptions({
      queryKey: [...analyticsKeys.plan, id, query],
      queryFn: ({ signal }) => call(planEndpoints.plan, { params: { id }, query, signal }),
      placeholderData: keepPreviousData,
    }),
  runs: () =>
    queryOptions({
      queryKey: [...analyticsKeys.list, "runs"],
      queryFn: ({ signal }) =>
        call(analysisEndpoints.list, { query: { page: 1, pageSize: MOST_OFFERED }, signal }),
    }),
  compare: (id: string, withId: string) =>
    queryOptions({
      queryKey: [...analyticsKeys.compare, id, withId],
      queryFn: ({ signal }) =>
        call(analysisEndpoints.compare, { params: { id }, query: { with: withId }, signal }),
    }),
  effects: () =>
    queryOptions({
      queryKey: analyticsKeys.stepEffects,
      queryFn: ({ signal }) => call(nextStepEndpoints.effects, { signal }),
    }),
  nextSteps: () =>
    queryOptions({
      queryKey: analyticsKeys.nextSteps,
      queryFn: ({ signal }) => call(nextStepEndpoints.get, { signal }),
    }),
};

export function usePlanExport(id: string) {
  return useMutation({
    mutationFn: (body: PlanChoice) => call(planEndpoints.createPlanExport, { params: { id }, body }),
    onSuccess: ({ downloadPath }) => startDownload(downloadPath),
  });
}

type ReportBody = EndpointBody<typeof analysisEndpoints.createReport>;

export function useReport(id: string) {
  return useMutation({
    mutationFn: (body: ReportBody) => call(analysisEndpoints.createReport, { params: { id }, body }),
    onSuccess: ({ downloadPath }) => startDownload(downloadPath),
  });
}

/** Saves the company's list, or with `null` goes back to the product's. */
export function useNextSteps() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: StepsBody | null) =>
      body === null ? call(nextStepEndpoints.reset, {}) : call(nextStepEndpoints.update, { body }),
    onSuccess: (steps) => queryClient.setQueryData(planQueries.nextSteps().queryKey, steps),
  });
}
