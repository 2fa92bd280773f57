import { alikeEndpoints } from "@forestay/contracts/wire";
import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { customerKeys } from "@/lib/api/query-keys.ts";

/** Who looked like a customer in these features, the most telling first, and how many of them left. */
export const alikeQuery = (customerId: string, features: readonly string[]) =>
  queryOptions({
    queryKey: [...customerKeys.alike, customerId, features],
    queryFn: ({ signal }) =>
      call(alikeEndpoints.get, {
        params: { id: customerId },
        query: { features: features.join(",") },
        signal,
      }),
  });
