import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button } from "@/components/ui/button.tsx";
import { formatCount } from "@/lib/format/index.ts";

interface ShowMoreProps {
  query: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
  shown: number;
  total: number;
}

/** Under a list that is read page by page: how much of it stands there, and the next page. Nothing where all of it does. */
export function ShowMore({ query, shown, total }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-note text-ink-2">
      <span>
        {formatCount(shown)} of {formatCount(total)} shown
      </span>
      <Button
        size="sm"
        pending={query.isFetchingNextPage}
        pendingLabel="Loading..."
        onClick={() => void query.fetchNextPage()}
      >
        Show more
      </Button>
    </div>
  );
}
