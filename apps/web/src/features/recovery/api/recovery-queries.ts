import { recoveryCardEndpoints, recoveryEndpoints, recoveryWorkEndpoints } from "@forestay/contracts/wire";
import type { EndpointQuery } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { recoveryKeys } from "@/lib/api/query-keys.ts";

export const recoveryQueries = {
  figures: (query: EndpointQuery<typeof recoveryEndpoints.get>) =>
    queryOptions({
      queryKey: [...recoveryKeys.figures, query],
      queryFn: ({ signal }) => call(recoveryEndpoints.get, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...recoveryKeys.case, id],
      queryFn: ({ signal }) => call(recoveryWorkEndpoints.detail, { params: { id }, signal }),
    }),
  results: (query: EndpointQuery<typeof recoveryWorkEndpoints.results>) =>
    queryOptions({
      queryKey: [...recoveryKeys.results, query],
      queryFn: ({ signal }) => call(recoveryWorkEndpoints.results, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  cards: (query: EndpointQuery<typeof recoveryCardEndpoints.list>) =>
    queryOptions({
      queryKey: [...recoveryKeys.cards, query],
      queryFn: ({ signal }) => call(recoveryCardEndpoints.list, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  cases: (query: EndpointQuery<typeof recoveryEndpoints.cases>) =>
    queryOptions({
      queryKey: [...recoveryKeys.cases, query],
      queryFn: ({ signal }) => call(recoveryEndpoints.cases, { query, signal }),
      placeholderData: keepPreviousData,
    }),
};
