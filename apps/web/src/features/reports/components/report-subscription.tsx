import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query-view.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { subscriptionQuery } from "../api/report-queries.ts";
import type { ReportFilter } from "../report-filter.ts";
import { ReportForm } from "./report-form.tsx";

/** The form, once it is known what the viewer has. */
export function ReportSubscription({ filter }: { filter: ReportFilter }) {
  const subscription = useQuery(subscriptionQuery);
  return (
    <QueryView
      query={subscription}
      loading="Loading your weekly report"
      failed="Your weekly report did not load"
      skeleton={<Skeleton className="h-40 rounded-inset" />}
      inset
    >
      {(saved) => (
        // Another subscription is another form; a change of a field is not.
        <ReportForm key={String(saved.subscription === null)} saved={saved} filter={filter} />
      )}
    </QueryView>
  );
}
