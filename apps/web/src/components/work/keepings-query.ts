import { workEndpoints } from "@forestay/contracts/wire";
import type { CustomerKeeping } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { workKeys } from "@/lib/api/query-keys.ts";

/** What people keep of the customers of a page of a list, by customer. */
export const keepingsQuery = (customerIds: readonly string[]) =>
  queryOptions({
    queryKey: [...workKeys.keepings, customerIds],
    queryFn: ({ signal }) =>
      call(workEndpoints.keepings, { query: { customerIds: customerIds.join(",") }, signal }),
    select: ({ items }): ReadonlyMap<string, CustomerKeeping> =>
      new Map(items.map((one) => [one.customerId, one])),
    enabled: customerIds.length > 0,
    placeholderData: keepPreviousData,
  });
