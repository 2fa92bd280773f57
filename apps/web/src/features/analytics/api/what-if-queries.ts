import { whatIfEndpoints } from "@forestay/contracts/wire";
import type { EndpointBody } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { analyticsKeys } from "@/lib/api/query-keys.ts";

export type CompanyWhatIfInput = EndpointBody<typeof whatIfEndpoints.company>;

export const whatIfQueries = {
  fields: () =>
    queryOptions({
      queryKey: [...analyticsKeys.whatIf, "fields"],
      queryFn: ({ signal }) => call(whatIfEndpoints.fields, { signal }),
    }),
  /** A POST that changes nothing: kept like any answer, so that going back to a setting is instant. */
  company: (body: CompanyWhatIfInput) =>
    queryOptions({
      queryKey: [...analyticsKeys.whatIf, "company", body],
      queryFn: ({ signal }) => call(whatIfEndpoints.company, { body, signal }),
      placeholderData: keepPreviousData,
    }),
};
