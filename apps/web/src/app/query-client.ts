import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/lib/api/index.ts";
import { currentUserQuery } from "@/lib/auth/index.ts";
import { watchPolledJobs } from "./polled-jobs.ts";

/** Query defaults: fresh for 60 s, no retries, no refetch on window focus. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    // The session ended elsewhere and could not be renewed: the guards take it from here.
    if (error instanceof ApiError && error.code === "unauthenticated") {
      queryClient.setQueryData(currentUserQuery.queryKey, null);
    }
    // The page offered what the server refuses: the role may have changed since it was loaded.
    if (error instanceof ApiError && error.code === "forbidden") {
      void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    }
  };
  const queryClient: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 60_000, retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
  });
  watchPolledJobs(queryClient);
  return queryClient;
}
