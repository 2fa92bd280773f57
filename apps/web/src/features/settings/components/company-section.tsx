import { companySettingsBody } from "@forestay/contracts/schemas";
import { businessModels, companySizes, settingsEndpoints } from "@forestay/contracts/wire";
import type { EndpointBody, EndpointResponse } from "@forestay/contracts/wire";
import { useRef, useState } from "react";
import { FormField, useFormField } from "@/components/form/form-field.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import type { ServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Combobox } from "@/components/ui/combobox.tsx";
import { RadioList } from "@/components/ui/radio-list.tsx";
import { Select } from "@/components/ui/select.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { businessModelWords, churnDateChoices, currencies, timeZones } from "@/lib/format/company-words.ts";
import { useSetting } from "../api/settings-queries.ts";
import { SettingForm } from "./setting-form.tsx";

type Company = EndpointResponse<typeof settingsEndpoints.getSettings>;
type CompanyBody = EndpointBody<typeof settingsEndpoints.updateSettings>;
const maxLogoBytes = 200_000;
const none = "none";

const unsaid = { value: none, label: "Not said" } as const;

/** Name, currency, zone, churn date, and the logo that the shell shows beside the name. Staff change them, currency and churn date Owners. */
export function CompanySection({ company }: { company: Company }) {
  const mayWrite = usePolicy("company:write");
  const mayManage = usePolicy("company:manage");
  const save = useSetting(settingsEndpoints.updateSettings);
  const { name, currency, timeZone, size, businessModel, churnDate, logo } = company;
  const stored = { name, currency, timeZone, size, businessModel, churnDate, logo };
  const form = useServerForm({
    schema: companySettingsBody,
    defaultValues: stored,
    // A colleague may be changing it too: what was not touched here shows theirs.
    values: stored,
    // Who saves something else chooses nothing here, whatever a colleague chose meanwhile.
    send: ({ churnDate: chosen, ...body }) =>
      save.mutateAsync({ body: chosen === churnDate ? body : { ...body, churnDate: chosen } }),
    onSent: (_answer, body) =>
      toast.success(
        "Company saved",
        body.churnDate === churnDate
          ? undefined
          : "Past months are worked out anew: this takes some minutes.",
      ),
  });

  return (
    <SettingForm
      form={form}
      title="Company"
      {...(mayWrite ? {} : { description: "Staff and Owners can change this." })}
      disabled={!mayWrite}
    >
      <TextField form={form} name="name" label="Name" disabled={!mayWrite} />
      <div className="grid gap-4 room:grid-cols-2">
        <FormField
          form={form}
          name="currency"
          label="Currency"
          help={
            mayWrite && !mayManage
              ? "Only an Owner changes the currency."
              : "What amounts are in where a file names no currency. It can be changed while there are none."
          }
        >
          {(control) => (
            <Combobox {...control} label="Currency" disabled={!mayManage} options={currencies()} />
          )}
        </FormField>
        <FormField form={form} name="timeZone" label="Time zone">
          {(control) => (
            <Combobox
              {...control}
              label="Time zone"
              searchPlaceholder="City, offset or abbreviation"
              disabled={!mayWrite}
              options={timeZones()}
            />
          )}
        </FormField>
        <FormField form={form} name="size" label="Size">
          {({ value, onChange, ...control }) => (
            <Select
              {...control}
              disabled={!mayWrite}
              value={value ?? none}
              onChange={(next) => onChange(next === none ? null : next)}
              options={[unsaid, ...companySizes.map((one) => ({ value: one, label: one }))]}
            />
          )}
        </FormField>
        <FormField form={form} name="businessModel" label="Business model">
          {({ value, onChange, ...control }) => (
            <Select
              {...control}
              disabled={!mayWrite}
              value={value ?? none}
              onChange={(next) => onChange(next === none ? null : next)}
              options={[
                unsaid,
                ...businessModels.map((one) => ({ value: one, label: businessModelWords[one] })),
              ]}
            />
          )}
        </FormField>
      </div>
      <ChurnDateField form={form} mayWrite={mayWrite} />
      <LogoField form={form} disabled={!mayWrite} />
    </SettingForm>
  );
}

/** When a canceled subscription counts as churned: it moves every figure of revenue and retention, and is the Owner's. */
function ChurnDateField({ form, mayWrite }: { form: ServerForm<CompanyBody>; mayWrite: boolean }) {
  const mayManage = usePolicy("company:manage");
  const { value = "end_of_paid_term", onChange, error } = useFormField(form, "churnDate");
  return (
    <div>
      <RadioList
        legend="A canceled subscription counts as churned"
        value={value}
        onChange={onChange}
        options={churnDateChoices}
        disabled={!mayManage}
      />
      <p className="m-0 pt-1.5 text-note text-ink-3">
        {mayWrite && !mayManage
          ? "Only an Owner decides when a canceled subscription counts as churned."
          : "For figures of revenue and retention. After a change past months are worked out anew: this takes some minutes. Customers' own records, scores and what a model learns from keep to the end of the paid term."}
      </p>
      {error === undefined ? null : (
        <p role="alert" className="m-0 pt-1 text-note text-danger-text">
          {error}
        </p>
      )}
    </div>
  );
}

function LogoField({ form, disabled }: { form: ServerForm<CompanyBody>; disabled: boolean }) {
  const { value: logo, onChange, ref, error } = useFormField(form, "logo");
  const [unreadable, setUnreadable] = useState<string>();
  const file = useRef<HTMLInputElement>(null);
  const problem = unreadable ?? error;

  function readLogo(chosen: File | undefined) {
    if (chosen === undefined) return;
    if (!/^image\/(png|jpeg|webp)$/.test(chosen.type) || chosen.size > maxLogoBytes) {
      setUnreadable("Use a PNG, JPEG or WebP image of at most 200 kB");
      return;
    }
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      setUnreadable(undefined);
      onChange(String(reader.result));
    });
    reader.readAsDataURL(chosen);
  }

  return (
    <div className="flex flex-wrap items-center gap-4">
      {logo === null ? null : (
        <img src={logo} alt="Logo" className="h-12 max-w-40 rounded-tag object-contain" />
      )}
      {disabled ? null : (
        <>
          <Button size="sm" ref={ref} onClick={() => file.current?.click()}>
            {logo === null ? "Add a logo" : "Change logo"}
          </Button>
          {logo === null ? null : (
            <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
              Remove
            </Button>
          )}
          <input
            ref={file}
            type="file"
            aria-label="Logo"
            tabIndex={-1}
            accept="image/png,image/jpeg,image/webp"
            className="sr-only"
            onChange={(event) => readLogo(event.target.files?.[0])}
          />
        </>
      )}
      {problem === undefined ? null : (
        <p role="alert" className="m-0 text-note text-danger-text">
          {problem}
        </p>
      )}
    </div>
  );
}
