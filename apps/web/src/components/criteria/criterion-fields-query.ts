import { segmentEndpoints } from "@forestay/contracts/wire";
import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { segmentKeys } from "@/lib/api/query-keys.ts";

/** Every field that criteria can be set on. */
export const criterionFieldsQuery = () =>
  queryOptions({
    queryKey: segmentKeys.fields,
    queryFn: ({ signal }) => call(segmentEndpoints.fields, { signal }),
  });
