import { hasEnded, supportLimits } from "@forestay/contracts/wire";
import type { StaffSession, SupportMessage } from "@forestay/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { supportKeys } from "@/lib/api/query-keys.ts";
import { liveConnection } from "@/lib/live/index.ts";
import type { QueuePart, StaffQueue } from "../api/staff-queries.ts";

/**
 * A message moves its own row of the queue; nothing is asked again for it. With each connection the open sessions come by
 * the hub: what changed while nobody listened stands there at once, before the pages that HTTP brings.
 */
export function useQueueNews(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const take = () => void takeActive(queryClient);
    const stops = [
      liveConnection.on("message_received", (message) => {
        if (message.type === "SystemMessage") return;
        queryClient.setQueriesData<StaffQueue>({ queryKey: supportKeys.queue }, (queue) =>
          queue === undefined ? queue : withLine(queue, message),
        );
      }),
      liveConnection.onConnected(take),
    ];
    if (liveConnection.getSnapshot().state === "Connected") take();
    return () => stops.forEach((stop) => stop());
  }, [queryClient]);
}

async function takeActive(queryClient: QueryClient): Promise<void> {
  const sessions = await liveConnection.invoke("GetActiveSessions").catch(() => null);
  // Without it the list comes by HTTP, as it does every 30 s.
  if (!Array.isArray(sessions)) return;
  for (const [queryKey, queue] of queryClient.getQueriesData<StaffQueue>({ queryKey: supportKeys.queue })) {
    const part = queryKey.at(-1);
    if (queue !== undefined && isPart(part))
      queryClient.setQueryData(queryKey, withActive(queue, sessions, part));
  }
}

const isPart = (key: unknown): key is QueuePart => typeof key === "object" && key !== null && "filter" in key;
const statusOf = { waiting: "Pending", ai: "AiActive", admin: "AdminActive" } as const;

/** The part of a queue as the open sessions say that it is. Counts are theirs where they are all of them. */
export function withActive(
  queue: StaffQueue,
  sessions: readonly StaffSession[],
  { filter, search, page }: QueuePart,
): StaffQueue {
  const isWhole = sessions.length < supportLimits.activeSessions;
  const count = (status: StaffSession["status"]) => sessions.filter((one) => one.status === status).length;
  const counts = isWhole
    ? {
        ...queue.counts,
        open: sessions.length,
        waiting: count("Pending"),
        ai: count("AiActive"),
        admin: count("AdminActive"),
      }
    : queue.counts;
  if (page === 1 && search === "") {
    const wanted = sessions.filter(({ status }) => filter === "all" || status === statusOf[filter]);
    const ended = filter === "all" ? queue.items.filter(({ status }) => hasEnded(status)) : [];
    return { ...queue, counts, items: [...wanted, ...ended].slice(0, queue.pageSize) };
  }
  const known = new Map(sessions.map((one) => [one.id, one]));
  const items = queue.items
    .filter(({ id, status }) => !isWhole || hasEnded(status) || known.has(id))
    .map((one) => known.get(one.id) ?? one);
  return { ...queue, counts, items };
}

function withLine(queue: StaffQueue, message: SupportMessage): StaffQueue {
  return {
    ...queue,
    items: queue.items.map((one) =>
      one.id !== message.sessionId || one.lastSequence >= message.sequence
        ? one
        : {
            ...one,
            lastSequence: message.sequence,
            lastMessage: message.content === "" ? (message.attachment?.fileName ?? "") : message.content,
            lastMessageAt: message.sentAt,
            unreadCount: message.isFromUser ? one.unreadCount + 1 : message.isFromAdmin ? 0 : one.unreadCount,
          },
    ),
  };
}
