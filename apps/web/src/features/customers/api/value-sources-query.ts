import { customerEndpoints } from "@forestay/contracts/wire";
import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { customerKeys } from "@/lib/api/query-keys.ts";

/** Where each value of a customer came from, and since when it is so. */
export const valueSourcesQuery = (customerId: string) =>
  queryOptions({
    queryKey: [...customerKeys.valueSources, customerId],
    queryFn: ({ signal }) => call(customerEndpoints.valueSources, { params: { id: customerId }, signal }),
  });
