import { insightsEndpoints } from "@forestay/contracts/wire";
import type { EndpointQuery } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { insightsKeys } from "@/lib/api/query-keys.ts";

export type InsightsQuery = EndpointQuery<typeof insightsEndpoints.retention>;

export type WhatIfQuery = EndpointQuery<typeof insightsEndpoints.whatIf>;

export const insightsQueries = {
  retention: (query: InsightsQuery) =>
    queryOptions({
      queryKey: [...insightsKeys.retention, query],
      queryFn: ({ signal }) => call(insightsEndpoints.retention, { query, signal }),
      placeholderData: keepPreviousData,
    }),
  revenue: (query: InsightsQuery) =>
    queryOptions({
      queryKey: [...insightsKeys.revenue, query],
      queryFn: ({ signal }) => call(insightsEndpoints.revenue, { query, signal }),
      placeholderData: keepPreviousData,
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
    }),
};
