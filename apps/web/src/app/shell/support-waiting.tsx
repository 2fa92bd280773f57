import { useQuery } from "@tanstack/react-query";
import { UnreadCount } from "@/components/ui/unread-count.tsx";
import { staffQueries } from "@/features/support/api/staff-queries.ts";

/** How many people wait for somebody of support, wherever staff are; nothing while nobody does. */
export function SupportWaiting() {
  const { data } = useQuery(staffQueries.tiles());
  return <UnreadCount count={data?.waitingNow ?? 0} of="waiting" className="ml-auto" />;
}
