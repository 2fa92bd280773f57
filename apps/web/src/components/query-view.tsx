import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { NotRefreshed } from "@/components/not-refreshed.tsx";
import { ErrorState } from "@/components/ui/error-state.tsx";
import { Loading } from "@/components/ui/skeleton.tsx";
import { requestIdOf } from "@/lib/api/index.ts";

interface QueryViewProps<T> {
  /** One page, or one that is read page after page. */
  query: Pick<
    UseQueryResult<T>,
    "data" | "dataUpdatedAt" | "error" | "isError" | "isFetching" | "isPending"
  > & { refetch: () => unknown };
  /** For a reader, while it is on its way: 'Loading models'. */
  loading: string;
  /** What did not load, when it did not: 'The models did not load'. */
  failed: string;
  /** The shape of what will stand there; null where nothing stands there until it is known whether anything will. */
  skeleton: ReactNode;
  /** Within a part that has its own padding: the error brings none. */
  inset?: boolean;
  /** Whether there is nothing to show, and what to say then: what belongs here and how to start. */
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * What a query has to show: its skeleton, what went wrong with a way to try again, that there is nothing yet, or its data.
 * Data that is on screen stays there when a later refresh fails, and says so above itself.
 */
export function QueryView<T>({
  query,
  loading,
  failed,
  skeleton,
  inset = false,
  isEmpty,
  empty,
  children,
}: QueryViewProps<T>) {
  const { data } = query;
  if (data === undefined && query.isError) {
    return (
      <ErrorState
        title={failed}
        message={query.error?.message ?? failed}
        requestId={query.error === null ? undefined : requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
        className={inset ? "px-0" : undefined}
      />
    );
  }
  if (data === undefined && skeleton === null) return null;
  return (
    <>
      <NotRefreshed query={query} failed={failed} />
      <Loading loading={query.isPending} label={loading} skeleton={skeleton}>
        {data === undefined ? null : isEmpty?.(data) ? empty : children(data)}
      </Loading>
    </>
  );
}
