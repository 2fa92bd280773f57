import { savePreferencesBody } from "@forestay/contracts/schemas";
import type { NotificationKind, NotificationPreferences } from "@forestay/contracts/wire";
import { useWatch } from "react-hook-form";
import { FormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Combobox } from "@/components/ui/combobox.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useUnsaved } from "@/hooks/use-unsaved.ts";
import { timeZones } from "@/lib/format/company-words.ts";
import { useSavePreferences } from "../api/preference-queries.ts";
import { KindsTable } from "./kinds-table.tsx";

/** A night's rest, offered when quiet hours are turned on. */
const usualQuietHours = { from: "22:00", to: "07:00" };

const noDigest = "none";
const digestHours = [
  { value: noDigest, label: "No digest" },
  ...Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: `Every day at ${String(hour).padStart(2, "0")}:00`,
  })),
];

/** Kinds by channel, quiet hours, digest. Nothing is sent before Save. */
export function PreferencesForm({ saved }: { saved: NotificationPreferences }) {
  const save = useSavePreferences();
  const { kinds, quietHours, digestHour, timeZone } = saved;
  const form = useServerForm({
    schema: savePreferencesBody,
    defaultValues: {
      kinds: kinds.map(({ kind, inApp, email }) => ({ kind, inApp, email })),
      quietHours,
      digestHour,
      timeZone,
    },
    send: (preferences) => save.mutateAsync(preferences),
    onSent: () => toast.success("Preferences saved"),
  });
  useUnsaved(form.isDirty);
  const [chosen, hours] = useWatch({ control: form.control, name: ["kinds", "quietHours"] });
  const changeKind = (kind: NotificationKind, patch: { inApp?: boolean; email?: boolean }) =>
    form.setValue(
      "kinds",
      chosen.map((one) => (one.kind === kind ? { ...one, ...patch } : one)),
      { shouldDirty: true },
    );
  const known = timeZones();
  // A name that this browser does not use any more stays as it was chosen.
  const zones = known.some(({ value }) => value === timeZone)
    ? known
    : [{ value: timeZone, label: timeZone }, ...known];

  return (
    <form onSubmit={form.submit}>
      <SheetRow>
        <KindsTable
          kinds={kinds.map((one) => ({ ...one, ...chosen.find(({ kind }) => kind === one.kind) }))}
          onChange={changeKind}
        />
      </SheetRow>
      <SheetRow columns="1fr 1fr">
        <Cell
          title="Quiet hours"
          subtitle="Until they end nothing pops up and no mail is sent; the list in the app goes on."
        >
          <div className="flex flex-col gap-4">
            <Switch
              label="Keep quiet at night"
              checked={hours !== null}
              onChange={(on) =>
                form.setValue("quietHours", on ? usualQuietHours : null, { shouldDirty: true })
              }
            />
            {hours === null ? null : (
              <div className="flex flex-wrap gap-4">
                <TextField
                  form={form}
                  name="quietHours.from"
                  label="From"
                  className="w-32"
                  type="time"
                  required
                />
                <TextField
                  form={form}
                  name="quietHours.to"
                  label="To"
                  className="w-32"
                  type="time"
                  required
                />
              </div>
            )}
          </div>
        </Cell>
        <Cell title="Daily digest" subtitle="One mail with what matters, ranked by the money at risk.">
          <div className="flex flex-col gap-4">
            <FormField form={form} name="digestHour" label="When" className="max-w-72">
              {({ value: hour, onChange, ...control }) => (
                <Select
                  {...control}
                  options={digestHours}
                  value={hour === null ? noDigest : String(hour)}
                  onChange={(value) => onChange(value === noDigest ? null : Number(value))}
                />
              )}
            </FormField>
            <FormField
              form={form}
              name="timeZone"
              label="Time zone"
              help="Of the quiet hours, the digest and the weekly report."
              className="max-w-72"
            >
              {(control) => (
                <Combobox
                  {...control}
                  label="Time zone"
                  searchPlaceholder="City, offset or abbreviation"
                  options={zones}
                />
              )}
            </FormField>
          </div>
        </Cell>
      </SheetRow>
      <div className="flex flex-col gap-4 border-t border-line px-4 py-4 md:px-5">
        <FormProblem problem={form.problem} />
        <Button
          type="submit"
          className="self-start"
          variant="primary"
          pending={form.isPending}
          pendingLabel="Saving..."
          disabled={!form.isDirty}
        >
          Save
        </Button>
      </div>
    </form>
  );
}
