import { customerObject } from "@forestay/contracts/wire";
import type { IntegrationProvider } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query-view.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { formatCount, formatCounted } from "@/lib/format/index.ts";
import { integrationQueries } from "../api/integration-queries.ts";
import type { Preview } from "../api/integration-queries.ts";

interface PreviewPartProps {
  provider: IntegrationProvider;
  name: string;
  version: number;
}

/** The newest records of each object as they would come in, and whom they would meet here. */
export function PreviewPart({ provider, name, version }: PreviewPartProps) {
  const query = useQuery(integrationQueries.preview(provider, version));
  return (
    <QueryView
      query={query}
      loading={`Looking at ${name}`}
      failed={`${name} could not be looked at`}
      skeleton={<Skeleton className="h-40" />}
      inset
    >
      {(preview) => (
        <div className="flex flex-col gap-3">
          <p className="m-0 text-ui text-ink">{customersInWords(preview, customerObject(provider))}</p>
          <ul className="m-0 grid list-none grid-cols-1 gap-px overflow-hidden rounded-inset border border-line bg-line p-0 lg:grid-cols-2">
            {preview.objects.map((one) => (
              <li key={one.object} className="min-w-0 bg-sheet px-4 py-3 lg:last:odd:col-span-2">
                <span className="flex justify-between gap-3 text-ui">
                  <span className="font-strong text-ink">{one.label}</span>
                  <span className="text-note text-ink-2">
                    {one.hasMore ? `more than ${formatCount(one.looked)}` : formatCount(one.looked)}
                  </span>
                </span>
                {one.samples.map(({ label, detail }) => (
                  <span key={label + detail} className="flex justify-between gap-3 pt-1 text-note text-ink-2">
                    <span className="truncate">{label}</span>
                    <span className="truncate">{detail}</span>
                  </span>
                ))}
                {one.problems.map(({ label, reason }) => (
                  <span key={label + reason} className="block pt-1 text-note text-risk-med-text">
                    {label}: {reason}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </div>
      )}
    </QueryView>
  );
}

function customersInWords(
  { customers: { linked, byEmail, fresh, ambiguous }, objects }: Preview,
  customers: string | undefined,
): string {
  const all = linked + byEmail + fresh + ambiguous;
  if (all === 0) return "There are no customers there yet.";
  const hasMore = objects.some(({ object, hasMore: more }) => object === customers && more);
  const parts = [
    ...(linked + byEmail === 0 ? [] : [`${formatCount(linked + byEmail)} are known here`]),
    ...(fresh === 0 ? [] : [`${formatCount(fresh)} would be new`]),
    ...(ambiguous === 0
      ? []
      : [`${formatCount(ambiguous)} could be several people here and would wait for you`]),
  ];
  return `Of ${hasMore ? "the newest " : ""}${formatCounted(all, "customer")}, ${parts.join(", ")}.`;
}
