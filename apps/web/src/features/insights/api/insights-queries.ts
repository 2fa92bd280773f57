import { insightsEndpoints } from "@forestay/contracts/wire";
import type { EndpointQuery, InsightsScope } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { insightsKeys } from "@/lib/api/query-keys.ts";

export type InsightsQuery = EndpointQuery<typeof insightsEndpoints.retention>;

export type WhatIfQuery = EndpointQuery<typeof insightsEndpoints.whatIf>;

/** A segment's figures are worked out when somebody first looks. */
const untilKept = (data: { scope: Pick<InsightsScope, "segment"> } | undefined) =>
  data?.scope.segment?.keptAt === null ? 5000 : false;

export const insightsQueries = {
  retention: (query: InsightsQuery) =>
    queryOptions({
      queryKey: [...insightsKeys.retention, query],
      queryFn: ({ signal }) => call(insightsEndpoints.retention, { query, signal }),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => untilKept(state.data),
    }),
  revenue: (query: InsightsQuery) =>
    queryOptions({
      queryKey: [...insightsKeys.revenue, query],
      queryFn: ({ signal }) => call(insightsEndpoints.revenue, { query, signal }),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => untilKept(state.data),
    }),
  whatIf: (query: WhatIfQuery) =>
    queryOptions({
      queryKey: [...insightsKeys.whatIf, query],
      queryFn: ({ signal }) => call(insightsEndpoints.whatIf, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  drivers: (query: InsightsQuery) =>
    queryOptions({
      queryKey: [...insightsKeys.drivers, query],
      queryFn: ({ signal }) => call(insightsEndpoints.drivers, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  findings: (query: InsightsQuery) =>
    queryOptions({
      queryKey: [...insightsKeys.findings, query],
      queryFn: ({ signal }) => call(insightsEndpoints.findings, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  reasons: (query: InsightsQuery) =>
    queryOptions({
      queryKey: [...insightsKeys.reasons, query],
      queryFn: ({ signal }) => call(insightsEndpoints.reasons, { query, signal }),
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => untilKept(state.data),
    }),
};
