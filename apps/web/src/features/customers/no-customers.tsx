import { demoEndpoints } from "@forestay/contracts/wire";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Meter } from "@/components/ui/meter.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { call } from "@/lib/api/index.ts";
import { authKeys, customerKeys, dashboardKeys } from "@/lib/api/query-keys.ts";
import { Authorize } from "@/lib/auth/index.ts";

const pollMs = 1000;

const sampleProgress = queryOptions({
  queryKey: customerKeys.sampleProgress,
  queryFn: ({ signal }) => call(demoEndpoints.progress, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.share === null ? false : pollMs),
});

/** No customers yet, in their list and on the dashboard: how to begin, or, where the sample customers are on their way, how far they have come. */
export function NoCustomers({ onImport }: { onImport: () => void }) {
  const sample = useQuery(sampleProgress);
  const share = sample.data?.share;
  const wasLoading = useRef(false);
  const queryClient = useQueryClient();
  useEffect(() => {
    if (typeof share === "number") wasLoading.current = true;
    else if (share === null && wasLoading.current) {
      wasLoading.current = false;
      for (const { all } of [customerKeys, dashboardKeys])
        void queryClient.invalidateQueries({ queryKey: all });
    }
  }, [share, queryClient]);

  if (typeof share === "number") {
    return (
      <EmptyState
        title="The sample customers are on their way"
        actions={<Meter value={share} label="Sample customers" className="w-72 max-w-full" />}
      >
        Two years of them are being written. They appear here by themselves, and are scored right after.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No customers yet"
      actions={
        <>
          <Authorize policy="customers:write">
            <Button variant="primary" icon={<Upload />} onClick={onImport}>
              Import a file
            </Button>
          </Authorize>
          <Authorize policy="integrations:write">
            <ButtonLink to="/app/settings?section=integrations">Connect a system</ButtonLink>
          </Authorize>
          {sample.data?.isAvailable === true ? (
            <Authorize policy="company:manage">
              <LoadSample />
            </Authorize>
          ) : null}
        </>
      }
    >
      Bring them in from a CSV, Excel or JSON file, or from the system that bills them or knows them. Nothing
      is written before you have seen what would change.
    </EmptyState>
  );
}

/** Later than in the first questions, as long as there are no customers: the sample goes again with one press in Settings, Data. */
function LoadSample() {
  const queryClient = useQueryClient();
  const load = useMutation({
    mutationFn: () => call(demoEndpoints.load),
    onError: (error) => void toast.error("The sample was not loaded", error.message),
    // The company is marked as one with sample data: the label is there before the customers are.
    onSuccess: () =>
      Promise.all(
        [customerKeys.sampleProgress, authKeys.me].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
  return (
    <Button pending={load.isPending} pendingLabel="Loading..." onClick={() => load.mutate()}>
      Try it with sample customers
    </Button>
  );
}
