import type { SupportMessage } from "@forestay/contracts/wire";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { supportQueries } from "./support-queries.ts";
import { liveConnection } from "@/lib/live/index.ts";

/**
 * Messages of the open session that its person has not seen: kept up by the hub, and without it by asking each minute. 0
 * where no session is kept here.
 */
export function useUnreadSupport(sessionId: string | null): number {
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...supportQueries.active(), enabled: sessionId !== null });
  useEffect(() => {
    const { queryKey } = supportQueries.active();
    const add = ({ sessionId: of, sequence, isFromUser }: SupportMessage) =>
      queryClient.setQueryData(queryKey, (known) => {
        const session = known?.session;
        if (known === undefined || session?.id !== of || session.lastSequence >= sequence) return known;
        // Who writes has read what stands above.
        const read = isFromUser ? { userReadSequence: sequence } : {};
        return { ...known, session: { ...session, lastSequence: sequence, ...read } };
      });
    const stops = [
      liveConnection.on("SupportMessageReceived", add),
      // What was said while nobody listened.
      liveConnection.onConnected(() => void queryClient.invalidateQueries({ queryKey })),
    ];
    return () => stops.forEach((stop) => stop());
  }, [queryClient]);
  const session = data?.session;
  if (session === null || session === undefined || session.id !== sessionId) return 0;
  return Math.max(0, session.lastSequence - session.userReadSequence);
}
