import { webhookEndpoints } from "@forestay/contracts/wire";
import type { Webhook, WebhookDelivery } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { useSetting } from "../../api/settings-queries.ts";
import { webhookQueries } from "../../api/webhook-queries.ts";
import { saved } from "../saved.ts";
import { outcomeWords } from "./webhook-words.ts";

/** What one delivery sends and what came back, and the way to send it again. */
export function DeliveryDetail({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const detail = useQuery(webhookQueries.delivery(webhook.id, delivery.id));
  const replay = useSetting(webhookEndpoints.replayDelivery);
  const params = { id: webhook.id, deliveryId: delivery.id };
  return (
    <div className="flex flex-col gap-3 bg-sunken px-4 py-4 md:px-6">
      <QueryView
        query={detail}
        loading="Loading the delivery"
        failed="This delivery did not load"
        skeleton={<Skeleton className="h-40" />}
        inset
      >
        {({ body, answer, messageId }) => (
          <>
            <p className="m-0 text-note break-all text-ink-2">
              webhook-id: <span className="font-mono">{messageId}</span>
            </p>
            <Text title="Sent">{inLines(body)}</Text>
            <p className="m-0 text-ui text-ink-2">{outcomeWords(delivery) ?? "Not sent yet."}</p>
            {answer === null || answer === "" ? null : <Text title="Answer">{answer}</Text>}
          </>
        )}
      </QueryView>
      {delivery.status === "waiting" ? null : (
        <Button
          size="sm"
          className="self-start"
          disabled={webhook.status !== "active"}
          pending={replay.isPending}
          onClick={() => replay.mutate({ params }, saved("On the way again"))}
        >
          Send again
        </Button>
      )}
    </div>
  );
}

/** The same JSON, so that it can be read. */
const inLines = (body: string) => JSON.stringify(JSON.parse(body), null, 2);

function Text({ title, children }: { title: string; children: string }) {
  return (
    <div>
      <h3 className="m-0 pb-1 text-note font-emphasis text-ink">{title}</h3>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="m-0 max-h-72 overflow-auto rounded-inset border border-line bg-sheet p-3 font-mono text-small break-all whitespace-pre-wrap text-ink"
      >
        {children}
      </pre>
    </div>
  );
}
