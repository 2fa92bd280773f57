import { demoCalendarSchema } from "@forestay/contracts/schemas";
import { demoCalendarLimits } from "@forestay/contracts/wire";
import { z } from "zod";
import { FormField, useFormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { typedNumber } from "@/components/form/typed-values.ts";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { Combobox } from "@/components/ui/combobox.tsx";
import { Select } from "@/components/ui/select.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useUnsaved } from "@/hooks/use-unsaved.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { timeZones } from "@/lib/format/company-words.ts";
import { useChangeCalendar } from "../api/demo-booking-queries.ts";
import type { Calendar } from "../api/demo-booking-queries.ts";
import { readHours, weekdays, writeHours } from "../hooks/day-hours.ts";

const weekdayWords: Record<(typeof weekdays)[number], string> = {
  monday: "Monday",
  tuesday: "Tuesday",
  wednesday: "Wednesday",
  thursday: "Thursday",
  friday: "Friday",
  saturday: "Saturday",
  sunday: "Sunday",
};
const { shape } = demoCalendarSchema;
const calendarForm = z
  .object({
    isOpen: z.boolean(),
    timeZone: shape.timeZone,
    slotMinutes: z.string(),
    capacity: typedNumber(shape.capacity),
    noticeHours: typedNumber(shape.noticeHours),
    daysAhead: typedNumber(shape.daysAhead),
    monday: z.string(),
    tuesday: z.string(),
    wednesday: z.string(),
    thursday: z.string(),
    friday: z.string(),
    saturday: z.string(),
    sunday: z.string(),
    daysOff: z.string(),
    teamEmail: z.string().trim(),
    place: shape.place,
  })
  .transform(({ slotMinutes, daysOff, teamEmail, ...rest }, context) => {
    const read = weekdays.map((day, index) => ({ day, hours: readHours(rest[day], index + 1) }));
    for (const { day, hours } of read) {
      if (hours === null)
        context.addIssue({
          code: "custom",
          message: "Write hours like 09:30-12:00, 14:00-16:00",
          path: [day],
        });
    }
    const checked = demoCalendarSchema.safeParse({
      ...rest,
      slotMinutes: Number(slotMinutes),
      hours: read.flatMap(({ hours }) => hours ?? []),
      daysOff: daysOff.split(/[\s,;]+/).filter(Boolean),
      teamEmail: teamEmail === "" ? null : teamEmail,
    });
    if (checked.success) return checked.data;
    for (const { path, message } of checked.error.issues) {
      context.addIssue({ code: "custom", message, path: [path[0] ?? "place"] });
    }
    return z.NEVER;
  });
type Typed = z.input<typeof calendarForm>;

/** When demos are held, and who is told. Moderators read it. */
export function CalendarForm({ calendar }: { calendar: Calendar }) {
  const mayWrite = usePolicy("admin:system");
  const save = useChangeCalendar();
  const form = useServerForm({
    schema: calendarForm,
    defaultValues: asTyped(calendar),
    values: asTyped(calendar),
    send: (body) => save.mutateAsync({ ...body, version: calendar.version }),
    onSent: () => toast.success("Calendar saved"),
  });
  useUnsaved(form.isDirty);
  const isOpen = useFormField(form, "isOpen");
  const off = { disabled: !mayWrite };
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4 px-4 py-5 *:max-w-148 md:px-6">
      <div>
        <h2 className="m-0 text-body font-strong text-ink">When demos are held</h2>
        <p className="m-0 mt-0.5 text-ui text-ink-2">
          What is booked already stays booked, whatever is changed here.
          {mayWrite ? "" : " A platform Admin can change it."}
        </p>
      </div>
      <Checkbox
        checked={isOpen.value}
        onChange={isOpen.onChange}
        label="Visitors are offered times at /book-demo"
        {...off}
      />
      <div className="grid gap-4 room:grid-cols-2">
        <FormField form={form} name="timeZone" label="Time zone of these hours">
          {({ value, onChange, ...control }) => (
            <Combobox
              {...control}
              {...off}
              label="Time zone of these hours"
              options={timeZones()}
              value={value}
              onChange={onChange}
              searchPlaceholder="Search zones"
            />
          )}
        </FormField>
        <FormField form={form} name="slotMinutes" label="Length">
          {(control) => (
            <Select
              {...control}
              {...off}
              options={demoCalendarLimits.minutes.map((minutes) => ({
                value: String(minutes),
                label: `${minutes} minutes`,
              }))}
            />
          )}
        </FormField>
      </div>
      <fieldset className="m-0 flex flex-col gap-2.5 border-0 p-0">
        <legend className="p-0 pb-1 text-note font-emphasis text-ink">Hours</legend>
        {weekdays.map((day) => (
          <TextField
            key={day}
            form={form}
            name={day}
            label={weekdayWords[day]}
            placeholder="No demos"
            {...off}
          />
        ))}
        <p className="m-0 text-note text-ink-3">
          Like 09:30-12:00, 14:00-16:00. Empty: no demos on that day.
        </p>
      </fieldset>
      <div className="grid gap-4 room:grid-cols-3">
        <TextField
          form={form}
          name="capacity"
          label="At one time"
          help="How many people of the team hold one."
          inputMode="numeric"
          {...off}
        />
        <TextField
          form={form}
          name="noticeHours"
          label="Notice, hours"
          help="Before it begins."
          inputMode="numeric"
          {...off}
        />
        <TextField
          form={form}
          name="daysAhead"
          label="Days ahead"
          help="How far one can book."
          inputMode="numeric"
          {...off}
        />
      </div>
      <TextField
        form={form}
        name="daysOff"
        label="Days without demos"
        hint="optional"
        help="Dates like 2026-12-25, with commas between them."
        {...off}
      />
      <TextField
        form={form}
        name="place"
        label="Where"
        hint="optional"
        help="Stands in the mail and the calendar file: the link of a video room, or a number to call."
        {...off}
      />
      <TextField
        form={form}
        name="teamEmail"
        label="Who is told of each booking"
        type="email"
        help={
          calendar.supportEmail === null
            ? "Without an address nobody is told: no address of support is set either."
            : `Empty: ${calendar.supportEmail}.`
        }
        {...off}
      />
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

function asTyped({ hours, daysOff, teamEmail, ...calendar }: Calendar): Typed {
  return {
    isOpen: calendar.isOpen,
    timeZone: calendar.timeZone,
    slotMinutes: String(calendar.slotMinutes),
    capacity: String(calendar.capacity),
    noticeHours: String(calendar.noticeHours),
    daysAhead: String(calendar.daysAhead),
    monday: writeHours(hours, 1),
    tuesday: writeHours(hours, 2),
    wednesday: writeHours(hours, 3),
    thursday: writeHours(hours, 4),
    friday: writeHours(hours, 5),
    saturday: writeHours(hours, 6),
    sunday: writeHours(hours, 7),
    daysOff: daysOff.join(", "),
    teamEmail: teamEmail ?? "",
    place: calendar.place,
  };
}
