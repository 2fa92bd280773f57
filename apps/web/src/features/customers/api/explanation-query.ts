import { explanationEndpoints } from "@forestay/contracts/wire";
import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { customerKeys } from "@/lib/api/query-keys.ts";

/** Factors and next steps of a customer whose were not kept at scoring, worked out by what gave the score. */
export const explanationQuery = (customerId: string) =>
  queryOptions({
    queryKey: [...customerKeys.explanation, customerId],
    queryFn: ({ signal }) => call(explanationEndpoints.get, { params: { id: customerId }, signal }),
    retry: false,
  });
