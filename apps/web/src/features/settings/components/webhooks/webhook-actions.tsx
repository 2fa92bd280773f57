import { webhookEndpoints } from "@forestay/contracts/wire";
import type { Webhook } from "@forestay/contracts/wire";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useSetting } from "../../api/settings-queries.ts";
import { saved } from "../saved.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";

interface WebhookActionsProps {
  webhook: Webhook;
  backTo: string;
  onSecret: (secret: string) => void;
  onTest: (deliveryId: string) => void;
}

/** What can be done with an address. */
export function WebhookActions({ webhook, backTo, onSecret, onTest }: WebhookActionsProps) {
  const params = { id: webhook.id };
  const [asking, setAsking] = useState<"edit" | "secret" | "remove">();
  const navigate = useNavigate();
  const test = useSetting(webhookEndpoints.test);
  const pause = useSetting(webhookEndpoints.pause);
  const resume = useSetting(webhookEndpoints.resume);
  const rotate = useSetting(webhookEndpoints.rotateSecret);
  const remove = useSetting(webhookEndpoints.remove);
  const close = () => {
    setAsking(undefined);
    rotate.reset();
    remove.reset();
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        pending={test.isPending}
        onClick={() =>
          test.mutate(
            { params },
            {
              onSuccess: ({ id }) => onTest(id),
              onError: (error) => void toast.error("The test was not sent", error.message),
            },
          )
        }
      >
        Send a test
      </Button>
      <Button onClick={() => setAsking("edit")}>Edit</Button>
      {webhook.status === "active" ? (
        <Button pending={pause.isPending} onClick={() => pause.mutate({ params }, saved("Webhook paused"))}>
          Pause
        </Button>
      ) : (
        <Button
          pending={resume.isPending}
          onClick={() => resume.mutate({ params }, saved("Webhook resumed"))}
        >
          Resume
        </Button>
      )}
      <Button onClick={() => setAsking("secret")}>New secret</Button>
      <Button variant="danger" onClick={() => setAsking("remove")}>
        Remove
      </Button>
      <WebhookDialog
        open={asking === "edit"}
        onOpenChange={(open) => setAsking(open ? "edit" : undefined)}
        webhook={webhook}
      />
      <ConfirmDialog
        open={asking === "secret"}
        onOpenChange={close}
        title="Make a new secret?"
        description="It is shown once. For 24 hours messages carry a signature of the present one too, so that your receiver can change over."
        confirmLabel="Make it"
        pending={rotate.isPending}
        error={rotate.error}
        onConfirm={() =>
          rotate.mutate(
            { params },
            {
              onSuccess({ secret }) {
                close();
                onSecret(secret);
              },
            },
          )
        }
      />
      <ConfirmDialog
        open={asking === "remove"}
        onOpenChange={close}
        title="Remove this webhook?"
        description="Nothing more is sent there, and what stands below is deleted with it."
        confirmLabel="Remove"
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(
            { params },
            {
              onSuccess() {
                toast.success("Webhook removed");
                void navigate(backTo);
              },
            },
          )
        }
      />
    </div>
  );
}
