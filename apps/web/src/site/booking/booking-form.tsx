import { demoBookingEndpoints, demoCustomerCounts } from "@forestay/contracts/wire";
import type { DemoCustomerCount } from "@forestay/contracts/wire";
import { formatClock } from "@forestay/contracts/words";
import { CalendarCheck } from "lucide-react";
import { useState } from "react";
import { formAge } from "@/lib/form-age.ts";
import { callPublic, PublicError } from "../call-public.ts";
import { siteButton } from "../layout/site-link.tsx";
import { appointmentWords } from "./appointment-words.ts";
import { knownTimeZones, ownTimeZone, zoneLabel } from "./booking-days.ts";
import { PublicField, publicBox, describedBy } from "../layout/public-field.tsx";
import type { BookedDemo } from "./own-booking.tsx";
import { SlotPicker } from "./slot-picker.tsx";
import type { Offer, useSlots } from "./use-slots.ts";

interface BookingFormProps {
  offer: Offer;
  slots: ReturnType<typeof useSlots>;
  onBooked: (booked: BookedDemo) => void;
}

const text = (data: FormData, name: string) => String(data.get(name) ?? "").trim();

/** Day, time and who comes. What is typed stays where the time was taken by somebody else meanwhile. */
export function BookingForm({ offer, slots, onBooked }: BookingFormProps) {
  const [timeZone, setTimeZone] = useState(ownTimeZone);
  const [startsAt, setStartsAt] = useState<string | null>(null);
  const [taken, setTaken] = useState<string | null>(null);
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState("");
  const [isPending, setPending] = useState(false);
  const [openedAt] = useState(() => performance.now());

  async function book(data: FormData, at: string) {
    const openForMs = await formAge(openedAt);
    const customers = demoCustomerCounts.find(
      (one): one is DemoCustomerCount => one === text(data, "customers"),
    );
    const answer = await callPublic(demoBookingEndpoints.book, {
      startsAt: at,
      timeZone,
      name: text(data, "name"),
      email: text(data, "email"),
      companyName: text(data, "companyName"),
      topic: text(data, "topic"),
      ...(customers === undefined ? {} : { customers }),
      website: text(data, "website"),
      openForMs,
    });
    // The way back, as the mail's link has it: where no mail leaves there is no other.
    if (answer.manageToken !== null)
      history.replaceState(history.state, "", `?${new URLSearchParams({ token: answer.manageToken })}`);
    onBooked({ ...answer, token: answer.manageToken, timeZone, email: text(data, "email") });
  }

  const submit = (form: HTMLFormElement) => {
    if (isPending) return;
    const data = new FormData(form);
    setProblem("");
    setFields({});
    if (startsAt === null) return setTaken("Choose a time first.");
    setPending(true);
    book(data, startsAt)
      .catch((error: unknown) => {
        if (error instanceof PublicError && error.code === "invalid_state") {
          setTaken(error.message.replace("This time", formatClock(startsAt, timeZone)));
          setStartsAt(null);
          slots.ask();
          return;
        }
        if (error instanceof PublicError) setFields(error.fields);
        const isAtFields = error instanceof PublicError && Object.keys(error.fields).length > 0;
        setProblem(isAtFields || !(error instanceof Error) ? "" : error.message);
      })
      .finally(() => setPending(false));
  };

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      <SlotPicker
        slots={offer.slots}
        timeZone={timeZone}
        value={startsAt}
        problem={taken}
        onChange={(next) => {
          setTaken(null);
          setStartsAt(next);
        }}
      />
      <PublicField id="timeZone" label="Time zone" problem={fields.timeZone}>
        <select
          id="timeZone"
          value={timeZone}
          onChange={(event) => setTimeZone(event.target.value)}
          className={`${publicBox} h-10 touch:h-11`}
        >
          {knownTimeZones(ownTimeZone()).map((zone) => (
            <option key={zone} value={zone}>
              {zone === timeZone ? zoneLabel(zone) : zone.replaceAll("_", " ")}
            </option>
          ))}
        </select>
      </PublicField>
      <div className="grid gap-4 md:grid-cols-2">
        <PublicField id="name" label="Name" isNeeded problem={fields.name}>
          <input
            id="name"
            name="name"
            autoComplete="name"
            required
            maxLength={100}
            className={`${publicBox} h-10 touch:h-11`}
            {...describedBy("name", fields.name)}
          />
        </PublicField>
        <PublicField id="email" label="Work e-mail" isNeeded problem={fields.email}>
          <input
            id="email"
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={320}
            className={`${publicBox} h-10 touch:h-11`}
            {...describedBy("email", fields.email)}
          />
        </PublicField>
        <PublicField id="companyName" label="Company" problem={fields.companyName}>
          <input
            id="companyName"
            name="companyName"
            autoComplete="organization"
            maxLength={200}
            className={`${publicBox} h-10 touch:h-11`}
            {...describedBy("companyName", fields.companyName)}
          />
        </PublicField>
        <PublicField id="customers" label="Customers you have" problem={fields.customers}>
          <select id="customers" name="customers" defaultValue="" className={`${publicBox} h-10 touch:h-11`}>
            <option value="">Rather not say</option>
            {demoCustomerCounts.map((count) => (
              <option key={count} value={count}>
                {count}
              </option>
            ))}
          </select>
        </PublicField>
      </div>
      <PublicField id="topic" label="What should we look at?" problem={fields.topic}>
        <textarea
          id="topic"
          name="topic"
          rows={2}
          maxLength={2000}
          className={`${publicBox} block resize-y py-2`}
          {...describedBy("topic", fields.topic)}
        />
      </PublicField>
      {/* For programs that fill in whatever they find. */}
      <div hidden>
        <input name="website" tabIndex={-1} autoComplete="off" aria-label="Leave this empty" />
      </div>
      <p role="alert" className="m-0 text-ui text-danger-text empty:hidden">
        {problem}
      </p>
      <button
        type="submit"
        aria-disabled={isPending}
        className={siteButton("primary", "w-full whitespace-normal")}
      >
        <CalendarCheck aria-hidden className="size-4 shrink-0" />
        {isPending
          ? "Booking..."
          : startsAt === null
            ? "Choose a time"
            : `Book ${appointmentWords(startsAt, timeZone)}`}
      </button>
      <p className="m-0 text-center text-note text-ink-2">
        {offer.mailLeaves ? "You get an e-mail with a calendar file. " : ""}Moving or canceling takes one
        click.
      </p>
    </form>
  );
}
