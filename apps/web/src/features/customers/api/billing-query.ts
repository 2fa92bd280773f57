import { billingEndpoints } from "@forestay/contracts/wire";
import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { customerKeys } from "@/lib/api/query-keys.ts";

/** What the ledger knows of a customer's billing. */
export const billingQuery = (customerId: string) =>
  queryOptions({
    queryKey: [...customerKeys.billing, customerId],
    queryFn: ({ signal }) => call(billingEndpoints.get, { params: { id: customerId }, signal }),
  });
