import { analyticsRoutes } from "@forestay/contracts/analytics";
import { planRoutes } from "@forestay/contracts/plan";
import type { RouteBodyInput, RouteQueryInput } from "@forestay/contracts/route";
import { stepsDoneRoutes } from "@forestay/contracts/steps-done";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call, startDownload } from "@/lib/api/index.ts";

export type PlanQuery = RouteQueryInput<typeof planRoutes.plan>;
export type PlanChoice = RouteBodyInput<typeof planRoutes.createPlanExport>;
type StepsBody = RouteBodyInput<typeof planRoutes.writeNextSteps>;

/** Runs offered for a comparison: the newest ones. */
const MOST_OFFERED = 50;

export const planQueries = {
  /** The last answer stays on screen while the next is on its way: a slider must not flicker. */
  plan: (id: string, query: PlanQuery) =>
    queryOptions({
      queryKey: ["analytics", "plan", id, query],
      queryFn: ({ signal }) => call(planRoutes.plan, { params: { id }, query, signal }),
      placeholderData: keepPreviousData,
    }),
  runs: () =>
    queryOptions({
      queryKey: ["analytics", "list", "runs"],
      queryFn: ({ signal }) =>
        call(analyticsRoutes.list, { query: { page: 1, pageSize: MOST_OFFERED }, signal }),
    }),
  compare: (id: string, withId: string) =>
    queryOptions({
      queryKey: ["analytics", "compare", id, withId],
      queryFn: ({ signal }) => call(planRoutes.compare, { params: { id }, query: { with: withId }, signal }),
    }),
  effects: () =>
    queryOptions({
      queryKey: ["analytics", "step-effects"],
      queryFn: ({ signal }) => call(stepsDoneRoutes.effects, { signal }),
    }),
  nextSteps: () =>
    queryOptions({
      queryKey: ["analytics", "next-steps"],
      queryFn: ({ signal }) => call(planRoutes.readNextSteps, { signal }),
    }),
};

export function usePlanExport(id: string) {
  return useMutation({
    mutationFn: (body: PlanChoice) => call(planRoutes.createPlanExport, { params: { id }, body }),
    onSuccess: ({ downloadPath }) => startDownload(downloadPath),
  });
}

type ReportBody = RouteBodyInput<typeof planRoutes.createReport>;

export function useReport(id: string) {
  return useMutation({
    mutationFn: (body: ReportBody) => call(planRoutes.createReport, { params: { id }, body }),
    onSuccess: ({ downloadPath }) => startDownload(downloadPath),
  });
}

/** Saves the company's list, or with `null` goes back to the product's. */
export function useNextSteps() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: StepsBody | null) =>
      body === null ? call(planRoutes.resetNextSteps, {}) : call(planRoutes.writeNextSteps, { body }),
    onSuccess: (steps) => queryClient.setQueryData(planQueries.nextSteps().queryKey, steps),
  });
}
