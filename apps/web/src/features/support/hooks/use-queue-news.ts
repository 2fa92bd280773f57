import type { SupportMessage } from "@forestay/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { supportKeys } from "@/lib/api/query-keys.ts";
import { liveConnection } from "@/lib/live/index.ts";
import type { StaffQueue } from "../api/staff-queries.ts";

/** A message moves its own row of the queue; nothing is asked again for it. */
export function useQueueNews(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      liveConnection.on("message_received", (message) => {
        if (message.type === "SystemMessage") return;
        queryClient.setQueriesData<StaffQueue>({ queryKey: supportKeys.queue }, (queue) =>
          queue === undefined ? queue : withLine(queue, message),
        );
      }),
    [queryClient],
  );
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
