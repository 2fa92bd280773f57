import type { NotificationKind, NotificationPreferences } from "@forestay/contracts/wire";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Combobox } from "@/components/ui/combobox.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { toast } from "@/components/ui/toast-store.ts";
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

const timeZones = Intl.supportedValuesOf("timeZone");

interface PreferencesFormProps {
  saved: NotificationPreferences;
  onClose: () => void;
}

/** Kinds by channel, quiet hours, digest. Nothing is sent before Save. */
export function PreferencesForm({ saved, onClose }: PreferencesFormProps) {
  const [draft, setDraft] = useState(saved);
  const save = useSavePreferences();
  const change = (patch: Partial<NotificationPreferences>) =>
    setDraft((current) => ({ ...current, ...patch }));
  const changeKind = (kind: NotificationKind, patch: { inApp?: boolean; email?: boolean }) =>
    setDraft((current) => ({
      ...current,
      kinds: current.kinds.map((one) => (one.kind === kind ? { ...one, ...patch } : one)),
    }));
  const { quietHours, timeZone } = draft;
  const zones = timeZones.includes(timeZone) ? timeZones : [timeZone, ...timeZones];

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(draft, {
          onSuccess: () => {
            toast.success("Preferences saved");
            onClose();
          },
          onError: (error) => toast.error("Your preferences were not saved", error.message),
        });
      }}
    >
      <SheetRow>
        <KindsTable kinds={draft.kinds} onChange={changeKind} />
      </SheetRow>
      <SheetRow columns="1fr 1fr">
        <Cell title="Quiet hours" subtitle="Meanwhile only the list in the app moves; mail waits.">
          <div className="flex flex-col gap-4">
            <Switch
              label="Keep quiet at night"
              checked={quietHours !== null}
              onChange={(on) => change({ quietHours: on ? usualQuietHours : null })}
            />
            {quietHours === null ? null : (
              <div className="flex flex-wrap gap-4">
                <Field label="From" className="w-32">
                  {(control) => (
                    <Input
                      {...control}
                      type="time"
                      required
                      value={quietHours.from}
                      onChange={(event) =>
                        change({ quietHours: { ...quietHours, from: event.target.value } })
                      }
                    />
                  )}
                </Field>
                <Field label="To" className="w-32">
                  {(control) => (
                    <Input
                      {...control}
                      type="time"
                      required
                      value={quietHours.to}
                      onChange={(event) => change({ quietHours: { ...quietHours, to: event.target.value } })}
                    />
                  )}
                </Field>
              </div>
            )}
          </div>
        </Cell>
        <Cell title="Daily digest" subtitle="One mail with what matters, ranked by the money at risk.">
          <div className="flex flex-col gap-4">
            <Field label="When" className="max-w-72">
              {(control) => (
                <Select
                  {...control}
                  options={digestHours}
                  value={draft.digestHour === null ? noDigest : String(draft.digestHour)}
                  onChange={(value) => change({ digestHour: value === noDigest ? null : Number(value) })}
                />
              )}
            </Field>
            <Field label="Time zone" help="Of the quiet hours and of the digest." className="max-w-72">
              {(control) => (
                <Combobox
                  {...control}
                  label="Time zone"
                  searchPlaceholder="City or region"
                  options={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
                  value={timeZone}
                  onChange={(zone) => change({ timeZone: zone })}
                />
              )}
            </Field>
          </div>
        </Cell>
      </SheetRow>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3 md:px-5">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" pending={save.isPending} pendingLabel="Saving...">
          Save preferences
        </Button>
      </div>
    </form>
  );
}
