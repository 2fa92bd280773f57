import { businessModels, companySizes, settingsEndpoints } from "@forestay/contracts/wire";
import type { EndpointResponse } from "@forestay/contracts/wire";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Combobox } from "@/components/ui/combobox.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Select } from "@/components/ui/select.tsx";
import { usePolicy } from "@/lib/auth/index.ts";
import { businessModelWords, currencies, timeZones } from "@/lib/format/company-words.ts";
import { useSetting } from "../api/settings-queries.ts";
import { SettingForm, fieldProblem, saved } from "./setting-form.tsx";

type Company = EndpointResponse<typeof settingsEndpoints.getSettings>;
const maxLogoBytes = 200_000;
const none = "none";

/** Name, currency, zone, and the logo that the shell shows beside the name. Owners change them, everybody sees them. */
export function CompanySection({ company }: { company: Company }) {
  const mayManage = usePolicy("company:manage");
  const [draft, setDraft] = useState({
    name: company.name,
    currency: company.currency,
    timeZone: company.timeZone,
    size: company.size,
    businessModel: company.businessModel,
    logo: company.logo,
  });
  const [logoProblem, setLogoProblem] = useState<string>();
  const file = useRef<HTMLInputElement>(null);
  const save = useSetting(settingsEndpoints.updateSettings);
  const change = (patch: Partial<typeof draft>) => setDraft({ ...draft, ...patch });

  function readLogo(chosen: File | undefined) {
    if (chosen === undefined) return;
    if (!/^image\/(png|jpeg|webp)$/.test(chosen.type) || chosen.size > maxLogoBytes) {
      setLogoProblem("Use a PNG, JPEG or WebP image of at most 200 kB");
      return;
    }
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      setLogoProblem(undefined);
      setDraft((current) => ({ ...current, logo: String(reader.result) }));
    });
    reader.readAsDataURL(chosen);
  }

  return (
    <SettingForm
      title="Company"
      {...(mayManage ? {} : { description: "Owners can change this." })}
      pending={save.isPending}
      disabled={!mayManage}
      onSubmit={() => save.mutate({ body: draft }, saved("Company saved"))}
    >
      <Field label="Name" error={fieldProblem(save.error, "name")}>
        {(control) => (
          <Input
            {...control}
            disabled={!mayManage}
            value={draft.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <div className="grid gap-4 md:grid-cols-2">
        <Field
          label="Currency"
          help="How amounts are shown; imported amounts keep theirs."
          error={fieldProblem(save.error, "currency")}
        >
          {(control) => (
            <Combobox
              {...control}
              label="Currency"
              disabled={!mayManage}
              value={draft.currency}
              onChange={(currency) => change({ currency })}
              options={currencies()}
            />
          )}
        </Field>
        <Field label="Time zone" error={fieldProblem(save.error, "timeZone")}>
          {(control) => (
            <Combobox
              {...control}
              label="Time zone"
              disabled={!mayManage}
              value={draft.timeZone}
              onChange={(timeZone) => change({ timeZone })}
              options={timeZones()}
            />
          )}
        </Field>
        <Field label="Size">
          {(control) => (
            <Select
              {...control}
              disabled={!mayManage}
              value={draft.size ?? none}
              onChange={(size) => change({ size: size === none ? null : size })}
              options={[
                { value: none, label: "Not said" },
                ...companySizes.map((value) => ({ value, label: value })),
              ]}
            />
          )}
        </Field>
        <Field label="Business model">
          {(control) => (
            <Select
              {...control}
              disabled={!mayManage}
              value={draft.businessModel ?? none}
              onChange={(model) => change({ businessModel: model === none ? null : model })}
              options={[
                { value: none, label: "Not said" },
                ...businessModels.map((value) => ({ value, label: businessModelWords[value] })),
              ]}
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        {draft.logo === null ? null : (
          <img src={draft.logo} alt="Logo" className="h-12 max-w-40 rounded-tag object-contain" />
        )}
        {mayManage ? (
          <>
            <Button size="sm" onClick={() => file.current?.click()}>
              {draft.logo === null ? "Add a logo" : "Change logo"}
            </Button>
            {draft.logo === null ? null : (
              <Button size="sm" variant="ghost" onClick={() => change({ logo: null })}>
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
        ) : null}
        {(logoProblem ?? fieldProblem(save.error, "logo")) === undefined ? null : (
          <p role="alert" className="m-0 text-note text-danger-text">
            {logoProblem ?? fieldProblem(save.error, "logo")}
          </p>
        )}
      </div>
    </SettingForm>
  );
}
