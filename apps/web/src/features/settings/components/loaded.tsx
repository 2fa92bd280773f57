import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "@/components/ui/error-state.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** 'The team': what did not load, when it did not. */
  what: string;
  /** Within a part that has its own padding. */
  inset?: boolean;
  children: (data: T) => ReactNode;
}

/** What a section shows of its data: a quiet place while it loads, what went wrong, or the thing itself. */
export function Loaded<T>({ query, what, inset = false, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <ErrorState
        title={`${what} did not load`}
        message={query.error.message}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
        className={inset ? "px-0" : undefined}
      />
    );
  }
  return <Skeleton className={inset ? "h-20" : "mx-6 my-6 h-40"} />;
}
