import { useQuery } from "@tanstack/react-query";
import { staffQueries } from "@/features/support/api/staff-queries.ts";
import { formatCount } from "@/lib/format/index.ts";

/** How many people wait for somebody of support, wherever staff are; nothing while nobody does. */
export function SupportWaiting() {
  const { data } = useQuery(staffQueries.tiles());
  if (data === undefined || data.waitingNow === 0) return null;
  return (
    <span className="ml-auto inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-brand px-1.5 text-small font-strong text-on-brand tabular">
      {formatCount(data.waitingNow)}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
