import { diagnosticsEndpoints } from "@forestay/contracts/wire";
import type { EndpointResponse } from "@forestay/contracts/wire";
import { queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/api/index.ts";
import { diagnosticsKeys } from "@/lib/api/query-keys.ts";
import type { HubTransport } from "@/lib/live/index.ts";
import { clockSkewMs } from "./clock-skew.ts";

export interface ServerDiagnostics extends EndpointResponse<typeof diagnosticsEndpoints.get> {
  /** Server's clock minus this device's, in ms, as exact as half the round trip. */
  clockSkewMs: number;
  roundTripMs: number;
}

// A check tells of the moment it ran: nothing is kept between visits.
const fresh = { staleTime: 0, gcTime: 0, refetchOnReconnect: false } as const;

export const diagnosticsQueries = {
  server: () =>
    queryOptions({
      queryKey: diagnosticsKeys.server,
      queryFn: async ({ signal }): Promise<ServerDiagnostics> => {
        const sentAt = Date.now();
        const answer = await call(diagnosticsEndpoints.get, { signal });
        const receivedAt = Date.now();
        return {
          ...answer,
          roundTripMs: receivedAt - sentAt,
          clockSkewMs: clockSkewMs({ sentAt, receivedAt, serverTime: answer.serverTime }),
        };
      },
      ...fresh,
    }),
  /** Connects by this transport alone, and leaves; the data is how long it took, in ms. */
  transport: (transport: HubTransport) =>
    queryOptions({
      queryKey: [...diagnosticsKeys.transport, transport],
      queryFn: async () => (await import("@/lib/live/hub-link.ts")).probeTransport(transport),
      ...fresh,
    }),
};
