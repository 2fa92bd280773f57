import { webhookInput } from "@forestay/contracts/schemas";
import { webhookEndpoints, webhookKinds } from "@forestay/contracts/wire";
import type { Webhook, WebhookKind } from "@forestay/contracts/wire";
import { useId } from "react";
import type { z } from "zod";
import { useFormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import type { ServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { Dialog, DialogClose } from "@/components/ui/dialog.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useSetting } from "../../api/settings-queries.ts";

type Values = z.input<typeof webhookInput>;

interface WebhookDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The one that is changed; left out for a new one. */
  webhook?: Webhook;
  /** Of a new one: its secret, once. */
  onCreated?: (secret: string) => void;
}

/** Where an address lies and what it is sent. */
export function WebhookDialog({ open, onOpenChange, webhook, onCreated }: WebhookDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={webhook === undefined ? "Add a webhook" : "Edit the webhook"}
      className="max-w-150"
    >
      <WebhookForm
        onDone={() => onOpenChange(false)}
        {...(webhook === undefined ? {} : { webhook })}
        {...(onCreated === undefined ? {} : { onCreated })}
      />
    </Dialog>
  );
}

function WebhookForm({
  webhook,
  onCreated,
  onDone,
}: Pick<WebhookDialogProps, "webhook" | "onCreated"> & { onDone: () => void }) {
  const create = useSetting(webhookEndpoints.create);
  const update = useSetting(webhookEndpoints.update);
  const form = useServerForm({
    schema: webhookInput,
    defaultValues: {
      url: webhook?.url ?? "",
      description: webhook?.description ?? "",
      kinds: [...(webhook?.kinds ?? [])],
    } satisfies Values,
    async send(body) {
      if (webhook === undefined) return (await create.mutateAsync({ body })).secret;
      await update.mutateAsync({ params: { id: webhook.id }, body });
      return null;
    },
    onSent(secret) {
      if (secret === null) toast.success("Webhook saved");
      else onCreated?.(secret);
      onDone();
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <TextField
        form={form}
        name="url"
        label="Address"
        help="A public https address that takes a POST."
        placeholder="https://"
        maxLength={2000}
        autoComplete="off"
        inputMode="url"
      />
      <TextField
        form={form}
        name="description"
        label="Description"
        hint="optional"
        help="What it is for."
        maxLength={200}
        autoComplete="off"
      />
      <KindsField form={form} />
      <FormProblem problem={form.problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" pending={form.isPending} pendingLabel="Saving...">
          {webhook === undefined ? "Add webhook" : "Save"}
        </Button>
      </div>
    </form>
  );
}

const kinds = Object.entries(webhookKinds) as [WebhookKind, (typeof webhookKinds)[WebhookKind]][];

function KindsField({ form }: { form: ServerForm<Values> }) {
  const { value: chosen, onChange, error } = useFormField(form, "kinds");
  const errorId = useId();
  return (
    <fieldset
      aria-describedby={error === undefined ? undefined : errorId}
      className="m-0 grid grid-cols-1 gap-2.5 border-0 p-0 room:grid-cols-2"
    >
      <legend className="pb-2 text-note font-emphasis text-ink">Tell it about</legend>
      {kinds.map(([kind, { label, help }]) => (
        <Checkbox
          key={kind}
          label={label}
          help={help}
          checked={chosen.includes(kind)}
          onChange={(on) => onChange(on ? [...chosen, kind] : chosen.filter((one) => one !== kind))}
        />
      ))}
      {error === undefined ? null : (
        <p id={errorId} role="alert" className="m-0 text-note text-danger-text room:col-span-2">
          {error}
        </p>
      )}
    </fieldset>
  );
}
