import { hasEnded } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { supportQueries } from "@/components/support/support-queries.ts";
import { ApiError } from "@/lib/api/index.ts";

/**
 * Ends a session that is kept here though none is open any more: its end came while nobody listened. Whether it has ended
 * the session says itself, for the answer that none is open may be older than the session. Null where nothing is in doubt.
 */
export function useMissedEnd(sessionId: string | null, onEnded: (sessionId: string) => void): void {
  const { data, error } = useQuery({
    ...supportQueries.messages(sessionId ?? ""),
    enabled: sessionId !== null,
    refetchOnMount: "always",
  });
  const isOver =
    (data !== undefined && hasEnded(data.session.status)) ||
    (error instanceof ApiError && error.status === 404);
  useEffect(() => {
    if (sessionId !== null && isOver) onEnded(sessionId);
  }, [sessionId, isOver, onEnded]);
}
