import { demoEndpoints } from "@forestay/contracts/wire";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Meter } from "@/components/ui/meter.tsx";
import { call } from "@/lib/api/index.ts";
import { customerKeys } from "@/lib/api/query-keys.ts";
import { Authorize, useCurrentUser } from "@/lib/auth/index.ts";

const pollMs = 1000;

const sampleProgress = queryOptions({
  queryKey: customerKeys.sampleProgress,
  queryFn: ({ signal }) => call(demoEndpoints.progress, { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.share === null ? false : pollMs),
});

/** An empty list: how to begin, or, where the sample customers are on their way, how far they have come. */
export function NoCustomers({ onImport }: { onImport: () => void }) {
  const mayHaveSample = useCurrentUser().company?.isDemo === true;
  const sample = useQuery({ ...sampleProgress, enabled: mayHaveSample });
  const share = mayHaveSample ? sample.data?.share : null;
  const wasLoading = useRef(false);
  const queryClient = useQueryClient();
  useEffect(() => {
    if (typeof share === "number") wasLoading.current = true;
    else if (share === null && wasLoading.current) {
      wasLoading.current = false;
      void queryClient.invalidateQueries({ queryKey: customerKeys.all });
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
        <Authorize policy="customers:write">
          <Button variant="primary" icon={<Upload />} onClick={onImport}>
            Import a file
          </Button>
        </Authorize>
      }
    >
      Bring them in from a CSV, Excel or JSON file. Nothing is written before you have seen what would change.
    </EmptyState>
  );
}
