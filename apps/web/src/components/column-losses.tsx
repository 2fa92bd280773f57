import { segmentEndpoints } from "@forestay/contracts/wire";
import type { ColumnLoss, IntegrationProvider, SegmentUse } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query-view.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { segmentKeys } from "@/lib/api/query-keys.ts";
import { call } from "@/lib/api/index.ts";
import { formatCounted } from "@/lib/format/index.ts";

type Cause = { importId: string } | { provider: IntegrationProvider };

/** Own columns that would go with an undone import or a deleted system's data, and whose rules would hold nobody then. */
export function ColumnLosses({ cause }: { cause: Cause }) {
  const losses = useQuery({
    queryKey: [...segmentKeys.columnLosses, cause],
    queryFn: ({ signal }) => call(segmentEndpoints.columnLosses, { query: cause, signal }),
    // What rules say changes meanwhile: asked anew each time somebody is about to do it.
    staleTime: 0,
  });
  return (
    <QueryView
      query={losses}
      loading="Looking for columns that would go"
      failed="Which columns would go was not found out"
      skeleton={<Skeleton className="h-5 w-full" />}
      inset
    >
      {({ items }) =>
        items.length === 0 ? null : (
          <div className="text-ui text-ink-2">
            <p className="m-0">
              {items.length === 1
                ? "One of your own columns goes with it:"
                : `${items.length} of your own columns go with it:`}
            </p>
            <ul className="m-0 max-h-48 list-none overflow-y-auto p-0 pt-1.5">
              {items.map((loss) => (
                <li key={loss.key} className="py-0.5">
                  <strong className="font-strong text-ink">{loss.label}</strong>
                  {usersOf(loss)}
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </QueryView>
  );
}

const words: Record<SegmentUse["kind"], string> = {
  segment: "segment",
  view: "view",
  campaign: "campaign",
  audience: "audience",
};

function usersOf({ usedBy, ownViews }: ColumnLoss): string {
  const users = [
    ...usedBy.map(({ kind, name }) => `the ${words[kind]} “${name}”`),
    ...(ownViews === 0 ? [] : [formatCounted(ownViews, "view of a person's own", "views of people's own")]),
  ];
  if (users.length === 0) return ", which no rule asks for";
  const single = usedBy.length + ownViews === 1;
  return `: ${users.join(", ")} ${single ? "asks" : "ask"} for it and will hold nobody by that line`;
}
