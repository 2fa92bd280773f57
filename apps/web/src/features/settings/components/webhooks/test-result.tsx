import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query-view.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Spinner } from "@/components/ui/spinner.tsx";
import { webhookQueries } from "../../api/webhook-queries.ts";
import { outcomeWords } from "./webhook-words.ts";

/** What came back to a test, as soon as it is there. */
export function TestResult({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) {
  const test = useQuery(webhookQueries.test(webhookId, deliveryId));
  return (
    <QueryView
      query={test}
      loading="Sending the test"
      failed="What came of the test did not load"
      skeleton={<Skeleton className="h-10" />}
      inset
    >
      {(delivery) =>
        delivery.status === "waiting" ? (
          <p role="status" className="m-0 flex items-center gap-2 text-ui text-ink-2">
            <Spinner /> Sending the test.
          </p>
        ) : (
          <div
            role="status"
            className={
              delivery.status === "delivered"
                ? "rounded-inset bg-ok-tint px-3.5 py-2.5 text-ui text-ok-text"
                : "rounded-inset bg-danger-tint px-3.5 py-2.5 text-ui text-danger-text"
            }
          >
            <strong>
              {delivery.status === "delivered" ? "The test arrived." : "The test did not arrive."}
            </strong>{" "}
            {outcomeWords(delivery)}
          </div>
        )
      }
    </QueryView>
  );
}
