import { sendingSettingsInput } from "@forestay/contracts/schemas";
import type { SenderDomain, SendingSettings } from "@forestay/contracts/wire";
import { z } from "zod";
import { FormField, useFormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { typedNumber } from "@/components/form/typed-values.ts";
import { useServerForm } from "@/components/form/use-server-form.ts";
import type { ServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { Select } from "@/components/ui/select.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useUnsaved } from "@/hooks/use-unsaved.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { useSaveSending } from "../api/customer-mail-queries.ts";

const ours = "ours";
const { shape } = sendingSettingsInput;
const sendingForm = z
  .object({
    senderName: shape.senderName,
    localPart: shape.localPart,
    domain: z.string(),
    replyTo: z.string().trim(),
    postalAddress: shape.postalAddress,
    capMessages: typedNumber(shape.capMessages),
    capDays: typedNumber(shape.capDays),
    hasQuietHours: z.boolean(),
    quietFrom: z.string(),
    quietTo: z.string(),
    countsClicks: z.boolean(),
    countsOpens: z.boolean(),
  })
  .transform(({ domain, replyTo, hasQuietHours, quietFrom, quietTo, ...rest }, context) => {
    const checked = sendingSettingsInput.safeParse({
      ...rest,
      domainId: domain === ours ? null : domain,
      replyTo: replyTo === "" ? null : replyTo,
      quietHours: hasQuietHours ? { from: quietFrom, to: quietTo } : null,
    });
    if (checked.success) return checked.data;
    for (const { path, message } of checked.error.issues) {
      const at = path[0] === "quietHours" ? "quietTo" : path[0] === "domainId" ? "domain" : path[0];
      context.addIssue({ code: "custom", message, path: [at ?? "senderName"] });
    }
    return z.NEVER;
  });
type Typed = z.input<typeof sendingForm>;

/** Sender, address, cap, hours and what is counted. */
export function SendingForm({
  settings,
  domains,
}: {
  settings: SendingSettings;
  domains: readonly SenderDomain[];
}) {
  const mayWrite = usePolicy("settings:write");
  const save = useSaveSending();
  const form = useServerForm({
    schema: sendingForm,
    defaultValues: asTyped(settings),
    values: asTyped(settings),
    send: (body) => save.mutateAsync(body),
    onSent: () => toast.success("Sending saved"),
  });
  useUnsaved(form.isDirty);
  const verified = domains.filter(({ verifiedAt }) => verifiedAt !== null);
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4 px-4 py-5 *:max-w-148 md:px-6">
      <div>
        <h2 className="m-0 text-body font-strong text-ink">Sending</h2>
        <p className="m-0 mt-0.5 text-ui text-ink-2">
          Messages to customers come from{" "}
          <span className="font-emphasis break-all text-ink">{settings.from}</span>
          {settings.isSigned
            ? ", signed by your domain."
            : ". Add a domain of your own below to send from it."}
        </p>
      </div>
      <TextField form={form} name="senderName" label="Sender name" disabled={!mayWrite} />
      <div className="grid gap-4 room:grid-cols-2">
        <FormField form={form} name="domain" label="Sends from">
          {(control) => (
            <Select
              {...control}
              disabled={!mayWrite}
              options={[
                { value: ours, label: "This product's address" },
                ...verified.map(({ id, domain }) => ({ value: id, label: domain })),
              ]}
            />
          )}
        </FormField>
        <TextField
          form={form}
          name="localPart"
          label="Before the @"
          help="Of a domain of your own."
          disabled={!mayWrite}
        />
      </div>
      <TextField
        form={form}
        name="replyTo"
        label="Answers go to"
        hint="optional"
        type="email"
        disabled={!mayWrite}
      />
      <TextField
        form={form}
        name="postalAddress"
        label="Postal address"
        help="Stands in every marketing message. Without it no campaign can start."
        disabled={!mayWrite}
      />
      <fieldset className="m-0 flex flex-col gap-2 border-0 p-0">
        <legend className="p-0 text-note font-emphasis text-ink">At most</legend>
        <div className="flex flex-wrap items-start gap-2 text-ui text-ink-2">
          <TextField
            form={form}
            name="capMessages"
            label="Messages"
            hideLabel
            inputMode="numeric"
            boxClassName="w-16"
            disabled={!mayWrite}
          />
          <span className="pt-2">messages to one customer in</span>
          <TextField
            form={form}
            name="capDays"
            label="Days"
            hideLabel
            inputMode="numeric"
            boxClassName="w-16"
            disabled={!mayWrite}
          />
          <span className="pt-2">days</span>
        </div>
        <p className="m-0 text-note text-ink-3">
          Campaigns and payment messages count together. A payment message itself is never held back by it.
        </p>
      </fieldset>
      <fieldset className="m-0 flex flex-col gap-2 border-0 p-0">
        <legend className="sr-only">Quiet hours</legend>
        <Box
          form={form}
          name="hasQuietHours"
          label="Quiet hours, on the customer's own clock"
          disabled={!mayWrite}
        />
        <div className="flex flex-wrap items-start gap-2 text-ui text-ink-2">
          <span className="pt-2">From</span>
          <TextField
            form={form}
            name="quietFrom"
            label="From"
            hideLabel
            type="time"
            boxClassName="w-32"
            disabled={!mayWrite}
          />
          <span className="pt-2">to</span>
          <TextField
            form={form}
            name="quietTo"
            label="To"
            hideLabel
            type="time"
            boxClassName="w-32"
            disabled={!mayWrite}
          />
        </div>
        <p className="m-0 text-note text-ink-3">
          The zone in a customer&apos;s attribute &quot;Time zone&quot;; the company&apos;s where there is
          none.
        </p>
      </fieldset>
      <fieldset className="m-0 flex flex-col gap-2 border-0 p-0">
        <legend className="p-0 pb-1 text-note font-emphasis text-ink">Count</legend>
        <Box form={form} name="countsClicks" label="Clicks on links" disabled={!mayWrite} />
        <Box
          form={form}
          name="countsOpens"
          label="Openings, which mail programs also fake"
          disabled={!mayWrite}
        />
      </fieldset>
      <FormProblem problem={form.problem} />
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        pending={form.isPending}
        pendingLabel="Saving..."
        disabled={!mayWrite || !form.isDirty}
      >
        Save
      </Button>
    </form>
  );
}

function Box({
  form,
  name,
  label,
  disabled,
}: {
  form: ServerForm<Typed>;
  name: "hasQuietHours" | "countsClicks" | "countsOpens";
  label: string;
  disabled: boolean;
}) {
  const { value, onChange } = useFormField(form, name);
  return <Checkbox checked={value} onChange={onChange} label={label} disabled={disabled} />;
}

function asTyped({ domainId, replyTo, quietHours, ...settings }: SendingSettings): Typed {
  return {
    senderName: settings.senderName,
    localPart: settings.localPart,
    domain: domainId ?? ours,
    replyTo: replyTo ?? "",
    postalAddress: settings.postalAddress,
    capMessages: String(settings.capMessages),
    capDays: String(settings.capDays),
    hasQuietHours: quietHours !== null,
    quietFrom: quietHours?.from ?? "20:00",
    quietTo: quietHours?.to ?? "08:00",
    countsClicks: settings.countsClicks,
    countsOpens: settings.countsOpens,
  };
}
