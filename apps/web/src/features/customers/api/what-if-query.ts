import { whatIfEndpoints } from "@forestay/contracts/wire";
import type { EndpointBody } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { customerKeys } from "@/lib/api/query-keys.ts";

export type FieldChanges = NonNullable<EndpointBody<typeof whatIfEndpoints.customer>["changes"]>;

/** A POST that changes nothing: kept like any other answer, so that going back to a setting is instant. */
export const whatIfQuery = (customerId: string, changes: FieldChanges, withSuggestions: boolean) =>
  queryOptions({
    queryKey: [...customerKeys.whatIf, customerId, changes, withSuggestions],
    queryFn: ({ signal }) =>
      call(whatIfEndpoints.customer, {
        params: { id: customerId },
        body: { changes, withSuggestions },
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: false,
  });
