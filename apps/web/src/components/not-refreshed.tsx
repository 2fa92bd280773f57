import type { UseQueryResult } from "@tanstack/react-query";
import { Button } from "@/components/ui/button.tsx";
import { formatRelativeInline } from "@/lib/format/index.ts";

interface NotRefreshedProps {
  query: Pick<UseQueryResult, "data" | "dataUpdatedAt" | "isError" | "isFetching"> & {
    refetch: () => unknown;
  };
  /** What did not load: 'Failed to load notifications'. */
  failed: string;
}

/** Above what is on the screen already, when asking for it anew has failed: how old it is, and a way to try again. */
export function NotRefreshed({ query, failed }: NotRefreshedProps) {
  if (!query.isError || query.data === undefined) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line bg-sunken px-4 py-2 text-ui text-ink-2 md:px-5"
    >
      <span>
        {failed}. What you see is from {formatRelativeInline(new Date(query.dataUpdatedAt).toISOString())}.
      </span>
      <Button
        size="sm"
        pending={query.isFetching}
        pendingLabel="Trying..."
        onClick={() => void query.refetch()}
      >
        Try again
      </Button>
    </div>
  );
}
