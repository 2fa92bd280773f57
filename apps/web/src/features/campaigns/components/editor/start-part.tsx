import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { RadioList } from "@/components/ui/radio-list.tsx";
import { useCurrentUser } from "@/lib/auth/index.ts";

/** A day and an hour on the company's clock, as they are typed. */
export interface StartsOn {
  day: string;
  time: string;
}

interface StartPartProps {
  /** Null: at once. */
  startsOn: StartsOn | null;
  error: string | undefined;
  onChange: (startsOn: StartsOn | null) => void;
}

/** When a draft starts: as soon as the button is pressed, or by itself at an hour. */
export function StartPart({ startsOn, error, onChange }: StartPartProps) {
  const zone = useCurrentUser().company?.timeZone ?? "UTC";
  return (
    <section className="flex flex-col gap-3 px-4 py-5 md:px-5">
      <RadioList
        legend="When it starts"
        value={startsOn === null ? "now" : "later"}
        onChange={(when) => onChange(when === "now" ? null : { day: "", time: "09:00" })}
        options={[
          { value: "now", label: "When you press Start" },
          { value: "later", label: "By itself, on a day" },
        ]}
      />
      {startsOn === null ? null : (
        <>
          <div className="grid grid-cols-2 gap-3">
            <Field label="Day" error={error}>
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  value={startsOn.day}
                  onChange={(event) => onChange({ ...startsOn, day: event.target.value })}
                />
              )}
            </Field>
            <Field label="Time">
              {(control) => (
                <Input
                  {...control}
                  type="time"
                  value={startsOn.time}
                  onChange={(event) => onChange({ ...startsOn, time: event.target.value })}
                />
              )}
            </Field>
          </div>
          <p className="m-0 text-note text-ink-2">
            On your company&apos;s clock ({zone}). The checks run again then; if one stops it, it stays a
            draft and you are told why.
          </p>
        </>
      )}
    </section>
  );
}
