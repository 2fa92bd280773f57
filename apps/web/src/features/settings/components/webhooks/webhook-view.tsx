import { webhookEndpoints } from "@forestay/contracts/wire";
import type { Webhook } from "@forestay/contracts/wire";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { formatCounted, formatDateTime } from "@/lib/format/index.ts";
import { useSetting } from "../../api/settings-queries.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { SecretShown } from "./secret-shown.tsx";
import { TestResult } from "./test-result.tsx";
import { WebhookActions } from "./webhook-actions.tsx";
import { WebhookState } from "./webhook-state.tsx";
import { healthWords, kindWords } from "./webhook-words.ts";

/** One address: how it does, what can be done with it, and what it was sent. */
export function WebhookView({ webhook, backTo }: { webhook: Webhook; backTo: string }) {
  const [secret, setSecret] = useState<string>();
  const [testId, setTestId] = useState<string>();
  return (
    <div>
      <div className="px-4 pt-4 md:px-6">
        <ButtonLink to={backTo} size="sm" variant="ghost" icon={<ArrowLeft />} className="-ml-2.5">
          All webhooks
        </ButtonLink>
      </div>
      <section className="flex flex-col gap-3 border-b border-line px-4 pt-2 pb-5 md:px-6">
        <div>
          <h2 className="m-0 flex flex-wrap items-center gap-x-3 gap-y-1 text-lead font-strong text-ink">
            <span className="min-w-0 break-all">
              {webhook.description === "" ? webhook.url : webhook.description}
            </span>
            <WebhookState webhook={webhook} />
          </h2>
          {webhook.description === "" ? null : (
            <p className="m-0 font-mono text-small break-all text-ink-2">{webhook.url}</p>
          )}
          <p className="m-0 mt-1 text-ui text-ink-2">{healthWords(webhook)}</p>
          <p className="m-0 text-ui text-ink-2">
            Told about: {webhook.kinds.map(kindWords).join(", ")}. By {webhook.createdBy}.
          </p>
          {webhook.previousSecretUntil === null ? null : (
            <p className="m-0 text-ui text-ink-2">
              The secret before signs too until {formatDateTime(webhook.previousSecretUntil)}.
            </p>
          )}
        </div>
        <Stopped webhook={webhook} />
        <WebhookActions webhook={webhook} backTo={backTo} onSecret={setSecret} onTest={setTestId} />
        {testId === undefined ? null : <TestResult key={testId} webhookId={webhook.id} deliveryId={testId} />}
        <Undelivered webhook={webhook} />
      </section>
      {secret === undefined ? null : (
        <SecretShown
          title="The new secret"
          secret={secret}
          note="The one before signs too for 24 hours."
          onKept={() => setSecret(undefined)}
        />
      )}
      <DeliveryList webhook={webhook} />
    </div>
  );
}

function Stopped({ webhook: { stoppedBecause } }: { webhook: Webhook }) {
  if (stoppedBecause === null) return null;
  return (
    <p role="status" className="m-0 rounded-inset bg-danger-tint px-3.5 py-2.5 text-ui text-danger-text">
      <strong>Stopped.</strong> {stoppedBecause} What happens meanwhile is held back for 30 days. Send a test,
      and resume it when that arrives.
    </p>
  );
}

function Undelivered({ webhook }: { webhook: Webhook }) {
  const replay = useSetting(webhookEndpoints.replay);
  const { undeliveredCount: count, status } = webhook;
  if (count === 0 || status !== "active") return null;
  const words = (many: number) => formatCounted(many, "delivery", "deliveries");
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-inset bg-risk-med-tint px-3.5 py-2.5 text-ui text-risk-med-text">
      <span className="min-w-0 flex-1 basis-60">
        {words(count)} failed or {count === 1 ? "was" : "were"} held back.
      </span>
      <Button
        size="sm"
        pending={replay.isPending}
        onClick={() =>
          replay.mutate(
            { params: { id: webhook.id }, body: { since: null } },
            {
              onSuccess: ({ replayed }) => void toast.success(`${words(replayed)} on the way again`),
              onError: (error) => void toast.error("Not sent again", error.message),
            },
          )
        }
      >
        Send again
      </Button>
    </div>
  );
}
