import { caseEndpoints, tagEndpoints, workEndpoints } from "@forestay/contracts/wire";
import type { EndpointQuery } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { workKeys } from "@/lib/api/query-keys.ts";

/** Notes, tasks, cases and what else people keep of customers; all below one key, which live news makes old. */
export const workQueries = {
  keeping: (customerId: string) =>
    queryOptions({
      queryKey: [...workKeys.keeping, customerId],
      queryFn: ({ signal }) => call(workEndpoints.keepings, { query: { customerIds: customerId }, signal }),
      select: ({ items }) => items[0] ?? null,
    }),
  notes: (customerId: string, pageSize: number) =>
    queryOptions({
      queryKey: [...workKeys.notes, customerId, pageSize],
      queryFn: ({ signal }) =>
        call(workEndpoints.listNotes, { params: { id: customerId }, query: { pageSize }, signal }),
      placeholderData: keepPreviousData,
    }),
  tasks: (query: EndpointQuery<typeof workEndpoints.listTasks>) =>
    queryOptions({
      queryKey: [...workKeys.tasks, query],
      queryFn: ({ signal }) => call(workEndpoints.listTasks, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  casesOf: (customerId: string) =>
    queryOptions({
      queryKey: [...workKeys.cases, "of", customerId],
      queryFn: ({ signal }) => call(caseEndpoints.ofCustomer, { params: { id: customerId }, signal }),
    }),
  cases: (query: EndpointQuery<typeof caseEndpoints.list>) =>
    queryOptions({
      queryKey: [...workKeys.cases, query],
      queryFn: ({ signal }) => call(caseEndpoints.list, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  summary: () =>
    queryOptions({
      queryKey: workKeys.summary,
      queryFn: ({ signal }) => call(workEndpoints.summary, { signal }),
    }),
  outcomes: () =>
    queryOptions({
      queryKey: workKeys.outcomes,
      queryFn: ({ signal }) => call(caseEndpoints.outcomes, { signal }),
    }),
  tags: () =>
    queryOptions({
      queryKey: workKeys.tags,
      queryFn: ({ signal }) => call(tagEndpoints.list, { signal }),
    }),
};
