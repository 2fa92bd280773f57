import type { RouteBodyInput } from "@forestay/contracts/route";
import { whatIfRoutes } from "@forestay/contracts/what-if";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";

export type CompanyWhatIfInput = RouteBodyInput<typeof whatIfRoutes.company>;

export const whatIfQueries = {
  fields: () =>
    queryOptions({
      queryKey: ["analytics", "what-if", "fields"],
      queryFn: ({ signal }) => call(whatIfRoutes.fields, { signal }),
    }),
  /** A POST that changes nothing: kept like any answer, so that going back to a setting is instant. */
  company: (body: CompanyWhatIfInput) =>
    queryOptions({
      queryKey: ["analytics", "what-if", "company", body],
      queryFn: ({ signal }) => call(whatIfRoutes.company, { body, signal }),
      placeholderData: keepPreviousData,
    }),
};
