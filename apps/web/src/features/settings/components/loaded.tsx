import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryView } from "@/components/query-view.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** 'The team': what did not load, when it did not. */
  what: string;
  /** Within a part that has its own padding. */
  inset?: boolean;
  children: (data: T) => ReactNode;
}

/** A section of the settings, or a part of one, with the place that it takes while it loads. */
export function Loaded<T>({ query, what, inset = false, children }: LoadedProps<T>) {
  return (
    <QueryView
      query={query}
      loading="Loading settings"
      failed={`${what} did not load`}
      skeleton={<Skeleton className={inset ? "h-20" : "mx-6 my-6 h-40"} />}
      inset={inset}
    >
      {children}
    </QueryView>
  );
}
