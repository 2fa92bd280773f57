import type { RouteBodyInput } from "@forestay/contracts/route";
import { whatIfRoutes } from "@forestay/contracts/what-if";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";

export type FieldChanges = NonNullable<RouteBodyInput<typeof whatIfRoutes.customer>["changes"]>;

/** A POST that changes nothing: kept like any other answer, so that going back to a setting is instant. */
export const whatIfQuery = (customerId: string, changes: FieldChanges, withSuggestions: boolean) =>
  queryOptions({
    queryKey: ["customers", "what-if", customerId, changes, withSuggestions],
    queryFn: ({ signal }) =>
      call(whatIfRoutes.customer, { params: { id: customerId }, body: { changes, withSuggestions }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
