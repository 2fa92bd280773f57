import { webhookEndpoints } from "@forestay/contracts/wire";
import type { EndpointQuery } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { settingsKeys } from "@/lib/api/query-keys.ts";

export type DeliveryQuery = EndpointQuery<typeof webhookEndpoints.listDeliveries>;

/** While these are on the screen: what is delivered changes without anybody's doing. */
const POLL_MS = 5000;
/** While a test is under way. */
const TEST_POLL_MS = 1000;

export const webhookQueries = {
  list: () =>
    queryOptions({
      queryKey: settingsKeys.webhooks,
      queryFn: ({ signal }) => call(webhookEndpoints.list, { signal }),
      refetchInterval: POLL_MS,
    }),
  deliveries: (id: string, query: DeliveryQuery) =>
    queryOptions({
      queryKey: [...settingsKeys.webhookDeliveries, id, query],
      queryFn: ({ signal }) => call(webhookEndpoints.listDeliveries, { params: { id }, query, signal }),
      placeholderData: keepPreviousData,
      refetchInterval: POLL_MS,
    }),
  delivery: (id: string, deliveryId: string) =>
    queryOptions({
      queryKey: [...settingsKeys.webhookDeliveries, id, deliveryId],
      queryFn: ({ signal }) => call(webhookEndpoints.getDelivery, { params: { id, deliveryId }, signal }),
    }),
  /** A test until it has been tried: it is tried once. */
  test: (id: string, deliveryId: string) =>
    queryOptions({
      ...webhookQueries.delivery(id, deliveryId),
      refetchInterval: ({ state }) => (state.data?.status === "waiting" ? TEST_POLL_MS : false),
    }),
};
